/// Where the problems of one test go: the framework that runs it.
///
/// An expectation notes its host when it is created, so a problem that is noticed on another thread, or after the
/// test, still goes to the right test. Both methods may be called from any thread, and neither holds a lock when it
/// calls out.
protocol TestHost: AnyObject, Sendable {
  /// Records a problem, once.
  func record(_ problem: Problem)

  /// Records a problem, unless it is nil because it has been recorded, and returns the error that stops the test
  /// without another failure; where no test can be stopped, `error`.
  func stop(recording problem: Problem?, orElse error: any Error) -> any Error

  /// Whether it has returned an error that stops the test, which has failed then.
  var hasStopped: Bool { get }

  /// What the test is called, as far as it is known.
  var testName: String? { get }

  /// Whether its test is over, or not known.
  var isOver: Bool { get }

  /// A wait throws an error that an expectation was fulfilled with. Who catches it knows nothing of either.
  func noteThrown(_ thrown: ThrownError)

  /// Something has been made in the test that is checked when the test is over.
  func noteMade(_ made: any CheckedAfterTest)
}

extension TestHost {
  var testName: String? { nil }
  var isOver: Bool { false }
  func noteMade(_ made: any CheckedAfterTest) {}
  func noteThrown(_ thrown: ThrownError) {}

  /// Where a failed wait belongs: to the test that created what it is for, and when that is over or not known, to the
  /// test that runs the wait.
  var orCurrent: any TestHost { isOver ? TestHosts.current : self }
}

/// What a test makes, and has to use before it is over.
protocol CheckedAfterTest: AnyObject, Sendable {
  /// Reports it if no test has waited for it. It is reported once.
  func reportIfNeverAwaited()
}

/// Whatever watches which tests are running.
protocol TestObserver: Sendable {
  /// A test has begun or ended.
  func testsChanged()
}

/// Finds the host of the calling code.
enum TestHosts {
  static var current: any TestHost {
    // Outside of a task there is no test of Swift Testing; to ask for it takes longer than to make an expectation.
    guard RunningTask.exists else { return HostOverride.ofThread ?? process }
    return HostOverride.ofTask ?? TestingHost.current ?? process
  }

  /// The names of the tests that are running, as far as they are known: in Swift Testing, those that have created
  /// something to wait for.
  static var running: [String] {
    switch TestProcess.kind {
    case .swiftTesting: TestingHost.running
    case .xctest: XCTestHost.running
    case .other: XCTestHost.runningInPlainProgram
    }
  }

  /// The host of code that runs in no test of Swift Testing.
  private static var process: any TestHost {
    switch TestProcess.kind {
    case .swiftTesting: TestingHost.unattributed
    case .xctest: XCTestHost.current
    case .other: XCTestHost.inPlainProgram
    }
  }
}

/// Without a test framework, problems go to standard error.
final class ConsoleHost: TestHost {
  static let shared = ConsoleHost()

  /// There is no test to stop.
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
