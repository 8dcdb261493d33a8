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
  /// The problem is nil if it has already been recorded. Where no test can be stopped, the result is `error`.
  func stop(recording problem: Problem?, orElse error: any Error) -> any Error

  /// Whether the host or its framework has stopped the test. The test has then failed.
  var hasStopped: Bool { get }

  /// The name of the test, if known.
  var testName: String? { get }

  /// Whether its test is over or unknown.
  var isOver: Bool { get }

  /// Whether the text of a timeout says where threads and tasks stood.
  var explainsTimeouts: Bool { get }

  /// Notes that a wait throws the error of a fulfillment. The error itself names neither the wait nor the expectation.
  func noteThrown(_ thrown: ThrownError)

  /// Notes an object that the test created and that the host checks after the test.
  func noteMade(_ made: any CheckedAfterTest)
}

extension TestHost {
  var testName: String? { nil }
  var isOver: Bool { false }
  var explainsTimeouts: Bool { true }
  func noteMade(_ made: any CheckedAfterTest) {}
  func noteThrown(_ thrown: ThrownError) {}

  /// The host of the test that created the expectation, or, if that test is over or unknown, of the test that runs the
  /// wait.
  var orCurrent: any TestHost { isOver ? TestHosts.current : self }
}

/// An object that a test creates and must use before the test is over.
protocol CheckedAfterTest: AnyObject, Sendable {
  /// Records a problem if no test has waited for the object. Only the first call records it.
  func recordIfNeverAwaited()
}

/// An object that observes which tests run, and knows what the library does in them.
protocol TestObserver: Sendable {
  /// Tells the observer that a test has begun or ended.
  func testsChanged()
  /// Tells the observer that an exception may have ended the last test, and with it waits on the calling thread.
  func framesWereSkipped()
  /// Whether the calling thread keeps the main queue from running, in a condition or in a wait of the library.
  var isInBody: Bool { get }
}

/// Finds the host of the calling code.
enum TestHosts {
  static var current: any TestHost {
    // Outside a task there is no test of Swift Testing, and asking for one takes longer than creating an expectation.
    guard RunningTask.exists else { return HostOverride.ofThread ?? process }
    return HostOverride.ofTask ?? TestingHost.current ?? process
  }

  /// The names of the running tests, if known. In Swift Testing, those are the tests that use the library now, except
  /// parameterized ones.
  static var running: [String] {
    switch TestProcess.kind {
    case .swiftTesting: TestingHost.running
    case .both: runningInXCTest + TestingHost.running
    case .xctest, .other: runningInXCTest
    }
  }

  #if canImport(XCTest)
    /// The host of code that runs outside tests of Swift Testing.
    private static var process: any TestHost {
      switch TestProcess.kind.framework(at: XCTestOfProcess.stage) {
      case .swiftTesting: TestingHost.unattributed
      case .xctest: XCTestOfProcess.current
      case nil: XCTestOfProcess.inPlainProgram
      }
    }

    private static var runningInXCTest: [String] { XCTestOfProcess.running }
  #else
    /// The host of code that runs outside tests of Swift Testing.
    private static var process: any TestHost {
      TestProcess.kind.framework(at: .idle) == .swiftTesting ? TestingHost.unattributed : ConsoleHost.shared
    }

    private static var runningInXCTest: [String] { [] }
  #endif
}

/// The host that prints problems to standard error: without a test framework, or when the framework cannot record them.
final class ConsoleHost: TestHost {
  static let shared = ConsoleHost()

  /// Always false: there is no test to stop.
  var hasStopped: Bool { false }

  func record(_ problem: Problem) {
    let kind = problem.severity == .failure ? "failure" : "warning"
    StandardError.print("\(problem.site.filePath):\(problem.site.line): \(kind): \(problem.text)")
  }

  func stop(recording problem: Problem?, orElse error: any Error) -> any Error {
    if let problem { record(problem) }
    return error
  }
}
