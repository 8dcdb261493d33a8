import Testing

/// A test of Swift Testing.
///
/// Its identity is in task-local values, which other threads do not have. So one task that was started in the test
/// keeps them, and records what other threads hand to it; it ends with the last expectation of the test.
final class TestingHost: TestHost {
  /// Records in whatever test the calling task runs, for expectations that were created in none.
  static let unattributed = TestingHost(id: nil)

  /// The host of the test that the calling task runs; nil outside a test.
  // Not inline: it makes room for what a test is, whose layout is a secret of Swift Testing.
  @inline(never)
  static var current: TestingHost? {
    guard let test = Test.current else { return nil }
    // The cases of a parameterised test have no public identity to be told apart by: there, each expectation has a
    // host.
    guard !test.isParameterized else { return TestingHost(id: test.id) }
    let id = test.id
    if let host = hosts.withLock({ $0[id]?.host }) { return host }
    let fresh = TestingHost(id: id)
    // If another task was faster, ours is released after the lock is.
    return hosts.withLock { hosts in
      if let host = hosts[id]?.host { return host }
      hosts[id] = WeakHost(host: fresh)
      return fresh
    }
  }

  private struct WeakHost {
    weak var host: TestingHost?
  }

  private static let hosts = Locked<[Test.ID: WeakHost]>([:])

  /// The names of the tests that have a host.
  static var running: [String] {
    // The hosts are not released under the lock.
    hosts.withLock { $0.values.compactMap(\.host) }.compactMap(\.testName).sorted()
  }

  private let id: Test.ID?
  private let stopped = Locked(false)
  private let inbox: AsyncStream<PendingProblems.PendingProblem>.Continuation
  private let name: String

  private init(id: Test.ID?) {
    self.id = id
    name = id?.nameComponents.last ?? "unknown"
    let (stream, continuation) = AsyncStream.makeStream(of: PendingProblems.PendingProblem.self)
    inbox = continuation
    guard id != nil else { return }
    TestHosts.observer.testsChanged()
    Task {
      for await pendingProblem in stream {
        PendingProblems.deliver(pendingProblem, to: Self.recordHere)
      }
    }
  }

  deinit {
    inbox.finish()
    guard let id else { return }
    // A host that came after this one is returned, so that it is not released for the last time under the lock.
    _ = Self.hosts.withLock { hosts in
      let successor = hosts[id]?.host
      if successor == nil { hosts[id] = nil }
      return successor
    }
    TestHosts.observer.testsChanged()
  }

  /// Whether the calling task runs the test of this host.
  private var isHere: Bool {
    id == nil || Test.current?.id == id
  }

  var testName: String? { id.map { $0.nameComponents.joined(separator: ".") } }

  var hasStopped: Bool { stopped.withLock { $0 } }

  /// Swift Testing does not announce the end of a test, so only a host without a test counts as over.
  var isOver: Bool { id == nil }

  func record(_ problem: Problem) {
    if isHere {
      Self.recordHere(problem)
    } else {
      inbox.yield(PendingProblems.add(problem.noted("in test \(name)")))
    }
  }

  func stop(recording problem: Problem?, orElse error: any Error) -> any Error {
    if let problem { record(problem.stopping) }
    stopped.withLock { $0 = true }
    return TestingFailure.stopError ?? error
  }

  /// Records in the test of the calling task.
  private static func recordHere(_ problem: Problem) {
    let location = problem.location ?? SourceLocation(problem.site)
    guard problem.severity == .failure else {
      recordWarning(problem, at: location)
      return
    }
    TestingFailure.record(problem, at: location)
    if let report = problem.report { attach(report) }
  }

  func noteThrown(_ thrown: ThrownError) {
    // It may be what the test expects: one line in the log is enough.
    if isHere { Attachment.record(thrown.text, named: "\(Self.name(ofWaitAt: "\(thrown.site)")).txt") }
  }

  private static func name(ofWaitAt site: String) -> String { "wait at \(site)".replacing(":", with: " line ") }

  /// Leaves the facts with the test, for people and for tools.
  private static func attach(_ report: WaitReport) {
    let name = name(ofWaitAt: "\(report.callSite)")
    Attachment.record(report.description, named: "\(name).txt")
    if let json = report.json { Attachment.record(json, named: "\(name).json") }
  }

  private static func recordWarning(_ problem: Problem, at location: SourceLocation) {
    #if compiler(>=6.3)
      Issue.record("\(problem.text)", severity: .warning, sourceLocation: location)
    #else
      // Earlier toolchains know no warning: it would fail the test.
      ConsoleHost.shared.record(problem)
    #endif
  }
}

extension SourceLocation {
  fileprivate init(_ site: CallSite) {
    self.init(
      fileID: site.fileID.description, filePath: site.filePath.description, line: Int(clamping: site.line),
      column: Int(clamping: site.column))
  }
}
