/// The destination of the problems of one test. Each framework has its own host, and code outside tests has one, too.
/// `TestHosts` finds the host of the calling code.
///
/// An expectation stores its host when it is created, so a problem found on another thread still goes to the right
/// test. A problem found after the test names that test. Any thread may call `record` and `stop`, and neither holds a
/// lock while the framework records.
protocol TestHost: AnyObject, Sendable {
  /// Records a problem.
  func record(_ problem: Problem)

  /// Records a problem, and returns the error that stops the test without another failure.
  ///
  /// The problem is nil if it has already been recorded. Where no test can be stopped, the result is a ``WaitError``.
  func stop(recording problem: Problem?) -> any Error

  /// Whether the host or its framework has stopped the test. The test has then failed.
  var hasStopped: Bool { get }

  /// Whether XCTest has recorded a failure of the test. For other tests, that is not known.
  var hasFailed: Bool { get }

  /// The name of the test, if known.
  var testName: String? { get }

  /// Whether its test is over or unknown.
  var isOver: Bool { get }

  /// The number of the first task that its test can have made, or of the task that runs it, if known.
  var firstTask: UInt64? { get }

  /// How often its test has begun in this process: 1 for the first time; nil if not known, or if no ledger needs it.
  var iteration: Int? { get }

  /// The test for a command that repeats it; nil where no command can.
  var testForCommands: String? { get }

  /// Whether the text of a timeout says where threads and tasks stood.
  var explainsTimeouts: Bool { get }

  /// Notes that a wait throws the error of a fulfillment. The error itself names neither the wait nor the expectation.
  func noteThrown(_ thrown: ThrownError)

  /// Whether the library checks, after the test or at the end of the run, what was created for this host.
  var checksWhatRemains: Bool { get }

  /// The name of the test for problems that the end of the run prints.
  var nameAtEnd: String? { get }
}

extension TestHost {
  var hasFailed: Bool { false }
  var testName: String? { nil }
  var isOver: Bool { false }
  var firstTask: UInt64? { nil }
  var iteration: Int? { nil }
  var testForCommands: String? { nil }
  var explainsTimeouts: Bool { true }
  var checksWhatRemains: Bool { false }
  var nameAtEnd: String? { testName }
  func noteThrown(_ thrown: ThrownError) {}

  /// The host of the test that created the expectation, or, if that test is over or unknown, of the test that runs the
  /// wait.
  var orCurrent: any TestHost { isOver ? TestHosts.current : self }
}

/// An object that observes which tests run, and knows what the library does in them.
protocol TestObserver: Sendable {
  /// Called when the loader loads the program, before the first test.
  func prepare()
  /// Tells the observer that a test has begun or ended.
  func testsChanged()
  /// Returns how often a test has begun; nil if nothing needs that.
  /// - Parameter task: The task that runs the test; nil if the test begins now.
  func iteration(of test: String, in task: UInt64?) -> Int?
  /// Tells the observer of a failure: in XCTest of each, in Swift Testing of those that the library records.
  func failureRecorded(in test: String?)
  /// Tells the observer that a test of XCTest is over, to record what the test has not waited for.
  func testEnded(_ host: any TestHost, of testCase: AnyObject)
  /// Tells the observer that an exception may have ended the last test, and with it waits on the calling thread.
  func framesWereSkipped()
  /// Whether the calling thread keeps the main queue from running, in a condition or in a wait of the library.
  var isInBody: Bool { get }
}

/// Finds the host of the calling code.
package enum TestHosts {
  static var current: any TestHost {
    // Outside a task there is no test of Swift Testing, and asking for one takes longer than creating an expectation.
    guard RunningTask.exists else { return HostOverride.ofThread ?? process }
    return HostOverride.ofTask ?? TestingHost.current ?? process
  }

  /// The names of the running tests, if known. In Swift Testing, those are the tests that use the library now, except
  /// parameterized ones.
  static var running: [String] {
    TestProcess.kind == .swiftTesting ? TestingHost.running : runningInXCTest + TestingHost.running
  }

  /// The test that runs, if its framework runs one at a time, and no test of the other one uses the library.
  static var only: (any TestHost)? {
    guard TestProcess.kind != .swiftTesting, TestingHost.running.isEmpty else { return nil }
    return runningHostOfXCTest
  }

  /// The running tests that use the library now, with their names.
  static var withNames: [(name: String, host: any TestHost)] {
    TestingHost.all.compactMap { host in host.testName.map { ($0, host) } }
  }

  /// Whether the process is known to run tests: only then are the summaries of the run printed.
  static var haveTests: Bool {
    TestProcess.kind != .other || isXCTestUsed || TestingHost.isUsed
  }

  /// Makes the process exit with 1 if it runs tests, because a failure was printed that no framework has recorded.
  package static func failRunWithTests() { PendingProblems.notePrinted() }

  #if canImport(XCTest)
    /// The host of code that runs outside tests of Swift Testing.
    private static var process: any TestHost {
      switch TestProcess.kind.framework(at: XCTestOfProcess.stage) {
      case .swiftTesting: TestingHost.unattributed
      case .xctest: XCTestOfProcess.current
      case nil: XCTestOfProcess.outsideTests
      }
    }

    /// Whether XCTest has told the library's observer of a test that is not over.
    package static var isTestOfXCTestRunning: Bool { XCTestOfProcess.isTestRunning }

    /// Its name, as `AccountTests.testWithdrawals`, if one runs.
    package static var nameOfTestOfXCTest: String? { XCTestOfProcess.running.last }

    private static var isXCTestUsed: Bool { XCTestOfProcess.hasSeenATest }

    private static var runningInXCTest: [String] { XCTestOfProcess.running }
    private static var runningHostOfXCTest: (any TestHost)? {
      XCTestOfProcess.isTestRunning ? XCTestOfProcess.current : nil
    }
  #else
    /// The host of code that runs outside tests of Swift Testing.
    private static var process: any TestHost {
      TestProcess.kind.framework(at: .idle) == .swiftTesting ? TestingHost.unattributed : PlainProgramHost.shared
    }

    private static var isXCTestUsed: Bool { false }

    private static var runningInXCTest: [String] { [] }
    private static var runningHostOfXCTest: (any TestHost)? { nil }
  #endif
}

/// The host that prints problems to standard error: without a test framework, or when the framework cannot record them.
final class ConsoleHost: TestHost {
  static let shared = ConsoleHost()

  /// Always false: there is no test to stop.
  var hasStopped: Bool { false }

  func record(_ problem: Problem) {
    let kind = problem.severity == .failure ? "failure" : "warning"
    let place = problem.site.line == 0 ? "" : "\(problem.site.filePath):\(problem.site.line): "
    StandardError.print("\(place)\(kind): \(problem.text)")
  }

  func stop(recording problem: Problem?) -> any Error {
    if let problem { record(problem) }
    return WaitError(problem)
  }
}

/// Replaces every host in a scope, so that the library's own tests can check what it records without failing.
///
/// In a task, the host is a task-local value. Outside tasks, it is in thread-local storage, which tasks that start in
/// the scope do not see. Every new expectation reads it. Outside a task, a lookup that finds no task-local value takes
/// four times as long as one in thread-local storage.
enum HostOverride {
  @TaskLocal static var ofTask: (any TestHost)?

  private final class Note {
    let host: (any TestHost)?

    init(_ host: (any TestHost)?) {
      self.host = host
    }
  }

  private static let slot = ThreadSlot()

  // Unmanaged: the scope that sets the host retains it, and resets the slot before it ends. No other thread reads the
  // slot.
  static var ofThread: (any TestHost)? {
    guard let note = slot?.word else { return nil }
    return Unmanaged<Note>.fromOpaque(note).takeUnretainedValue().host
  }

  static var current: (any TestHost)? { RunningTask.exists ? ofTask : ofThread }

  static func withHost<Result>(_ host: (any TestHost)?, _ body: () throws -> Result) rethrows -> Result {
    guard !RunningTask.exists else { return try $ofTask.withValue(host, operation: body) }
    guard let slot else { fatalError("the process has no key left for what belongs to a thread") }
    let (note, outer) = (Note(host), slot.word)
    slot.word = Unmanaged.passUnretained(note).toOpaque()
    defer { withExtendedLifetime(note) { slot.word = outer } }
    return try body()
  }

  static func withHost<Result>(
    _ host: (any TestHost)?, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await $ofTask.withValue(host, operation: body, isolation: isolation)
  }
}
