import Testing

/// The host of a test of Swift Testing.
///
/// Task-local values identify the test, and other threads do not have them. A task started in the test therefore keeps
/// them, and records the problems that other threads send. It ends with the last expectation of the test.
final class TestingHost: TestHost {
  /// The host for expectations that no test created. It records in the test that the calling task runs.
  static let unattributed = TestingHost(nil)

  /// What identifies a test, or a case of a parameterized one. Cases have no public identity, but each runs in a task
  /// of its own.
  private struct ID: Hashable {
    var test: Test.ID
    var task: UInt64?
  }

  /// The host of the test that the calling task runs; nil outside a test.
  // Not inlined: the function reserves stack space for a `Test`, whose layout the compiler does not know.
  @inline(never)
  static func current(creates: Bool) -> TestingHost? {
    guard let test = Test.current else { return nil }
    var id = ID(test: test.id)
    if test.isParameterized {
      guard let task = RunningTask.number else { return TestingHost(id) }
      id.task = task
    }
    // A test that creates something after it was stopped goes on, cleans up, or runs again. Its new expectations have
    // another host: it never reached its waits for the earlier ones.
    func isUsable(_ host: TestingHost) -> Bool { !creates || !host.hasStopped }
    if let known = hosts.withLock({ $0[id]?.host }), isUsable(known) { return known }
    let fresh = TestingHost(id)
    // If another task was faster, this function releases its own host after the lock, as it does a stopped one.
    let (host, _) = hosts.withLock { hosts in
      let other = hosts[id]?.host
      if let other, isUsable(other) { return (other, TestingHost?.none) }
      hosts[id] = WeakHost(host: fresh)
      return (fresh, other)
    }
    return host
  }

  private struct State {
    /// Whether the test has failed with a failure that the library recorded.
    var hasFailed = false
    var hasStopped = false
  }

  private struct WeakHost {
    weak var host: TestingHost?
  }

  private static let hosts = Locked<[ID: WeakHost]>([:])
  private static let hasMadeOne = Locked(false)

  /// Whether a task of a test has used the library.
  static var isUsed: Bool { hasMadeOne.withLock { $0 } }

  /// Whether a test that uses the library runs.
  static var areRunning: Bool { hosts.withLock { !$0.isEmpty } }

  private let id: ID?
  private let state = Locked(State())
  private let inbox: AsyncStream<Int>.Continuation

  private init(_ id: ID?) {
    self.id = id
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    inbox = continuation
    guard id != nil else { return }
    Self.hasMadeOne.withLock { $0 = true }
    TestHosts.noteTest()
    LateProblems.deliver { Self.recordHere($0) }
    // The library's own task belongs to no scope whose tasks must end.
    _ = ScopeMark.$current.withValue(nil) {
      Task { for await number in stream { PendingProblems.deliver(number) { Self.recordHere($0) } } }
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
    RunObservers.current?.testsChanged()
  }

  /// Whether the calling task runs the test of this host.
  private var isHere: Bool { isInTest && (id?.task == nil || id?.task == RunningTask.number) }

  /// Whether the calling task runs the test of this host, or perhaps another case of it.
  private var isInTest: Bool { id.map { $0.test == Test.current?.id } ?? true }

  var testName: String? { id.map { $0.test.nameComponents.joined(separator: ".") } }

  var nameAtEnd: String? { id?.test.nameComponents.last }

  /// The name of the test that the calling task runs.
  static var nameOfCaller: String? { Test.current?.id.nameComponents.joined(separator: ".") }

  var hasStopped: Bool { state.withLock { $0.hasStopped } }

  /// Swift Testing does not announce the end of a test, so only a host without a test counts as over.
  var isOver: Bool { id == nil }

  var isOfNoTest: Bool { id == nil }

  func record(_ problem: Problem) {
    if problem.isMissingWait, hasStopped || isHere && Self.isInCancelledTest { return }
    _ = fails(recording: problem)
  }

  /// Whether the calling task is the one in which Swift Testing runs a test, and the test has canceled itself.
  private static var isInCancelledTest: Bool {
    guard Task.isCancelled, #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return false }
    return Task.name.map(RunningTask.isOfTest) ?? false
  }

  /// Records a problem. Returns whether the test fails with it, as far as that is known: a problem of another task may
  /// be a known issue there.
  private func fails(recording problem: Problem) -> Bool {
    if problem.severity == .failure { RunObservers.current?.failureRecorded(in: testName) }
    var fails = problem.severity == .failure
    // A child task of a case is none of its own, but its calls belong to the case, and may be known issues there.
    if isHere || problem.isOfCaller && isInTest {
      // This task may outlive its test, and the process may end meanwhile.
      PendingProblems.deliver(PendingProblems.add(problem)) { fails = Self.recordHere($0) }
    } else {
      inbox.yield(PendingProblems.add(problem.noted(inTest: nameAtEnd)))
    }
    if fails { state.withLock { $0.hasFailed = true } }
    return fails
  }

  func stop(recording problem: Problem?) -> any Error {
    let fails = problem.map { self.fails(recording: $0.stopping) } ?? state.withLock { $0.hasFailed }
    // A test goes on after a known issue, and this host without a test is the host of many.
    if id != nil, fails { state.withLock { $0.hasStopped = true } }
    // A known issue must not stop the test as if it had failed: the test would pass.
    return (fails || problem != nil ? TestingFailure.stopError : nil) ?? WaitError(problem)
  }

  /// Records in the test of the calling task. Returns whether the test fails with the problem.
  @discardableResult
  private static func recordHere(_ problem: Problem) -> Bool {
    let location = problem.location ?? SourceLocation(problem.site)
    guard problem.severity == .failure else {
      recordWarning(problem, at: location)
      return false
    }
    defer { if problem.report != nil { attach(problem) } }
    return TestingFailure.record(problem, at: location)
  }

  /// Attaches the text of a failed wait to the test.
  private static func attach(_ problem: Problem) {
    Attachment.record(problem.text, named: "wait at \(problem.site).txt".replacing(":", with: " line "))
  }

  private static func recordWarning(_ problem: Problem, at location: SourceLocation) {
    #if compiler(>=6.3)
      Issue.record("\(problem.text)", severity: .warning, sourceLocation: location)
    #else
      // Earlier toolchains have no warnings: the issue would fail the test.
      PlainProgramHost.print(problem)
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
