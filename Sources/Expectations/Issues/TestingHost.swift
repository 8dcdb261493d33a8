import Testing

/// The host of a test of Swift Testing.
///
/// Task-local values identify the test, and other threads do not have them. A task started in the test therefore keeps
/// them, and records the problems that other threads send. It ends with the last expectation of the test.
final class TestingHost: TestHost {
  /// The host for expectations that no test created. It records in the test that the calling task runs.
  static let unattributed = TestingHost(id: nil)

  /// The host of the test that the calling task runs; nil outside a test.
  // Not inlined: the function reserves stack space for a `Test`, whose layout the compiler does not know.
  @inline(never)
  static var current: TestingHost? {
    guard let test = Test.current else { return nil }
    // The cases of a parameterized test have no public identity, so each of their expectations gets its own host.
    guard !test.isParameterized else { return TestingHost(id: test.id, isCase: true) }
    let id = test.id
    let known = hosts.withLock { $0[id]?.host }
    if let known, !known.isOfEarlierRepetition { return known }
    let fresh = TestingHost(id: id)
    // If another task was faster, this function releases its own host after the lock.
    return hosts.withLock { hosts in
      if let host = hosts[id]?.host, host !== known { return host }
      hosts[id] = WeakHost(host: fresh)
      return fresh
    }
  }

  private struct State {
    /// Whether the test has failed with a failure that the library recorded.
    var hasFailed = false
    var hasStopped = false
  }

  private struct WeakHost {
    weak var host: TestingHost?
  }

  private static let hosts = Locked<[Test.ID: WeakHost]>([:])
  private static let hasMadeOne = Locked(false)

  /// Whether a task of a test has used the library.
  static var isUsed: Bool { hasMadeOne.withLock { $0 } }

  /// The hosts of the tests, but for parameterized ones. Release them outside the lock.
  static var all: [TestingHost] { hosts.withLock { $0.values.compactMap(\.host) } }

  /// The names of the tests that have a host.
  static var running: [String] { all.compactMap(\.testName).sorted() }

  private let id: Test.ID?
  private let state = Locked(State())
  private let inbox: AsyncStream<PendingProblems.PendingProblem>.Continuation
  private let name: String
  let firstTask: UInt64?
  let iteration: Int?

  private init(id: Test.ID?, isCase: Bool = false) {
    self.id = id
    name = id?.nameComponents.last ?? "unknown"
    firstTask = id == nil ? nil : RunningTask.numberOfTest
    iteration = isCase ? nil : Self.iteration(of: id, in: firstTask)
    let (stream, continuation) = AsyncStream.makeStream(of: PendingProblems.PendingProblem.self)
    inbox = continuation
    guard id != nil else { return }
    Self.hasMadeOne.withLock { $0 = true }
    TestHosts.observer.testsChanged()
    LateProblems.deliver { Self.recordHere($0) }
    // The task is the library's, and not the test's.
    TaskMark.$current.withValue(nil) {
      _ = Task {
        for await pendingProblem in stream {
          PendingProblems.deliver(pendingProblem) { Self.recordHere($0) }
        }
      }
    }
  }

  deinit {
    inbox.finish()
    guard let id else { return }
    // Return a newer host from the lock, so that its last release cannot happen under the lock.
    _ = Self.hosts.withLock { hosts in
      let successor = hosts[id]?.host
      if successor == nil { hosts[id] = nil }
      return successor
    }
    TestHosts.observer.testsChanged()
  }

  /// Whether the calling task runs the test again: an expectation of an earlier time still holds this host.
  private var isOfEarlierRepetition: Bool {
    guard let firstTask, let task = RunningTask.current?.number, task > firstTask else { return false }
    // The tasks that a test makes are newer, too.
    return RunningTask.numberOfTest != nil
  }

  /// Whether the calling task runs the test of this host.
  private var isHere: Bool {
    id == nil || Test.current?.id == id
  }

  var testName: String? { id.map(Self.fullName) }

  private static func fullName(of id: Test.ID) -> String { id.nameComponents.joined(separator: ".") }

  private static func iteration(of id: Test.ID?, in task: UInt64?) -> Int? {
    #if compiler(>=6.4)
      // Swift Testing repeats a test in the same task, and nothing public tells one time from the next.
      return nil
    #else
      guard let id, let task else { return nil }
      return TestHosts.observer.iteration(of: "\(id.moduleName).\(fullName(of: id))", in: task)
    #endif
  }

  // A shell would take the parentheses for its own.
  var testForCommands: String? { testName.map { String($0.prefix { $0 != "(" }) } }

  var checksWhatRemains: Bool { true }

  var nameAtEnd: String? { id.map { _ in name } }

  var hasStopped: Bool { state.withLock { $0.hasStopped } }

  /// Swift Testing does not announce the end of a test, so only a host without a test counts as over.
  var isOver: Bool { id == nil }

  func record(_ problem: Problem) { _ = fails(recording: problem) }

  /// Records a problem. Returns whether the test fails with it, as far as that is known: a problem of another task may
  /// be a known issue there.
  private func fails(recording problem: Problem) -> Bool {
    if problem.severity == .failure { TestHosts.observer.failureRecorded(in: testName) }
    var fails = problem.severity == .failure
    if isHere {
      fails = Self.recordHere(problem)
    } else {
      inbox.yield(PendingProblems.add(problem.noted(inTest: name)))
    }
    if fails { state.withLock { $0.hasFailed = true } }
    return fails
  }

  func stop(recording problem: Problem?) -> any Error {
    let fails = problem.map { self.fails(recording: $0.stopping) } ?? state.withLock { $0.hasFailed }
    // A test goes on after a known issue, and this host without a test is the host of many.
    if id != nil, fails { state.withLock { $0.hasStopped = true } }
    return TestingFailure.stopError ?? WaitError(problem)
  }

  /// Records in the test of the calling task. Returns whether the test fails with the problem.
  @discardableResult
  private static func recordHere(_ problem: Problem) -> Bool {
    let location = problem.location ?? SourceLocation(problem.site)
    guard problem.severity == .failure else {
      recordWarning(problem, at: location)
      return false
    }
    defer { if let report = problem.report { attach(report, problem.text) } }
    return TestingFailure.record(problem, at: location)
  }

  func noteThrown(_ thrown: ThrownError) { ThrownErrors.add(thrown, inTest: testName) }

  /// Attaches the text of a failure and the facts of its report to the test.
  private static func attach(_ report: WaitReport, _ text: String) {
    let name = "wait at \(report.callSite)".replacing(":", with: " line ")
    Attachment.record(text, named: "\(name).txt")
    if let json = report.json { Attachment.record(json, named: "\(name).json") }
  }

  private static func recordWarning(_ problem: Problem, at location: SourceLocation) {
    #if compiler(>=6.3)
      Issue.record("\(problem.text)", severity: .warning, sourceLocation: location)
    #else
      // Earlier toolchains have no warnings: the issue would fail the test.
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
