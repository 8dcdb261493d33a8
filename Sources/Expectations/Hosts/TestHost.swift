/// The destination of the problems of one test. Each framework has its own host, and code outside tests has one, too.
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

  /// Whether the test was stopped, or has ended itself. It never reached its remaining waits.
  var hasStopped: Bool { get }

  /// The name of the test, if known.
  var testName: String? { get }

  /// The name of the test for problems that the end of the run prints.
  var nameAtEnd: String? { get }

  /// Whether its test is over or unknown.
  var isOver: Bool { get }

  /// Whether it is of code that no test runs: before the first test, for example.
  var isOfNoTest: Bool { get }

  /// Whether it hands its problems to other code, which judges them. The end of the run then checks nothing that was
  /// created for it, and no observer is asked about its waits.
  var onlyCollects: Bool { get }
}

extension TestHost {
  var hasStopped: Bool { false }
  var testName: String? { nil }
  var nameAtEnd: String? { testName }
  var isOver: Bool { false }
  var isOfNoTest: Bool { false }
  var onlyCollects: Bool { false }

  func stop(recording problem: Problem?) -> any Error {
    if let problem { record(problem) }
    return WaitError(problem)
  }

  /// The host of the test that created the expectation, or, if that test is over or unknown, of the test that runs the
  /// calling code.
  var orCurrent: any TestHost { isOver ? TestHosts.current : self }

  /// The host of the test that created the expectation, even if it is over, or, if no test did, of the test that runs
  /// the calling code, if one does.
  var orCurrentIfNone: any TestHost {
    guard isOfNoTest else { return self }
    let current = TestHosts.current
    return current.isOver ? self : current
  }
}

/// Finds the host of the calling code.
package enum TestHosts {
  static var current: any TestHost { host() }

  /// - Parameter creates: Whether the calling code creates something for the test, which then goes on.
  private static func host(creates: Bool = false) -> any TestHost {
    if let host = HostOverride.current { return host }
    // Outside a task there is no test of Swift Testing, and asking for one takes longer than creating an expectation.
    return RunningTask.exists ? TestingHost.current(creates: creates) ?? process : process
  }

  /// The host of what the calling code creates: between two tests of XCTest, no test creates it.
  static var ofNew: any TestHost {
    let host = host(creates: true)
    return host.isOver && !host.isOfNoTest ? PlainProgramHost.shared : host
  }

  /// The test of the calling code, if it is not that of the host.
  static func nameOfCaller(otherThan host: any TestHost) -> String? {
    guard let name = host.testName, RunningTask.exists, let caller = TestingHost.nameOfCaller, caller != name else {
      return nil
    }
    return caller
  }

  /// Whether the process is known to run tests: otherwise, the end of the process checks nothing.
  static var haveTests: Bool { TestProcess.kind != .other || isXCTestUsed || TestingHost.isUsed }

  /// Notes that a test runs: from now on, the main queue is expected to run.
  static func noteTest() {
    expectMainQueue()
    RunObservers.current?.testsChanged()
  }

  #if canImport(XCTest)
    /// The host of code that runs outside tests of Swift Testing.
    private static var process: any TestHost {
      switch TestProcess.kind.framework(at: XCTestOfProcess.shared.stage) {
      case .swiftTesting: TestingHost.unattributed
      case .xctest: XCTestOfProcess.shared.current
      case nil: XCTestOfProcess.shared.outsideTests
      }
    }

    private static var isXCTestUsed: Bool { XCTestOfProcess.shared.hasSeenATest }

    /// Whether a test of XCTest runs.
    package static var isTestOfXCTestRunning: Bool { !XCTestOfProcess.shared.current.isOver }
    /// Its name: `AccountTests.testWithdrawals`.
    package static var nameOfTestOfXCTest: String? { XCTestOfProcess.shared.current.testName }
  #else
    /// The host of code that runs outside tests of Swift Testing.
    private static var process: any TestHost {
      TestProcess.kind.framework(at: .idle) == .swiftTesting ? TestingHost.unattributed : PlainProgramHost.shared
    }

    private static var isXCTestUsed: Bool { false }
  #endif
}

/// The host of code in a process of which no framework has told that it runs a test: before the first test of XCTest,
/// in a program that starts Swift Testing itself, or in a program without tests.
///
/// No framework is asked whether it would record a failure, because asking is recording one. The failure is printed
/// at once, and if a framework runs a test in the process, before or after, the run fails.
final class PlainProgramHost: TestHost {
  static let shared = PlainProgramHost()

  var isOver: Bool { true }
  var isOfNoTest: Bool { true }

  func record(_ problem: Problem) {
    Self.print(problem)
    if problem.severity == .failure { PendingProblems.notePrinted() }
  }

  /// Prints a problem to standard error.
  static func print(_ problem: Problem) {
    let kind = problem.severity == .failure ? "failure" : "warning"
    let place = problem.site.line == 0 ? "" : "\(problem.site.filePath):\(problem.site.line): "
    StandardError.print("\(place)\(kind): \(problem.text)")
  }
}

/// Hands the failures of a scope to code outside this module, in place of its test.
///
/// That code runs a body many times, and records one failure in its own words.
package final class CollectingHost: TestHost {
  private let receive: @Sendable (_ text: String, _ site: CallSite) -> Void

  init(_ receive: @escaping @Sendable (_ text: String, _ site: CallSite) -> Void) {
    self.receive = receive
  }

  /// Runs a body whose task records failures with `receive`, which any thread may call. Warnings are dropped.
  nonisolated(nonsending) package static func collecting(
    _ receive: @escaping @Sendable (_ text: String, _ site: CallSite) -> Void,
    _ body: () async throws -> Void
  ) async rethrows {
    try await HostOverride.$current.withValue(CollectingHost(receive), operation: body)
  }

  var onlyCollects: Bool { true }

  func record(_ problem: Problem) {
    if problem.severity == .failure { receive(problem.text, problem.site) }
  }
}

/// Replaces every host in a scope, so that the library's own tests can check what it records without failing.
enum HostOverride {
  @TaskLocal static var current: (any TestHost)?
}

/// The test that the calling code belongs to, for libraries on top of this one.
package struct CallersTest: Hashable, Sendable {
  let host = TestHosts.current

  /// The test of the calling code.
  package init() {}

  package static func == (one: Self, other: Self) -> Bool { one.host === other.host }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(host)) }

  /// Records a failure of the test.
  package func recordFailure(_ text: String, at site: CallSite) { host.orCurrent.record(Problem(text, at: site)) }

  /// Records what may be a consequence of an earlier failure: as a failure, or as a warning if the test has been
  /// stopped.
  package func recordConsequence(_ text: String, at site: CallSite) {
    host.orCurrentIfNone.record(Problem(text, at: site, severity: host.hasStopped ? .warning : .failure))
  }

  /// Records a failure of the test. Returns an error that stops the test without a second failure.
  package func stop(_ text: String, at site: CallSite) -> any Error {
    host.orCurrent.stop(recording: Problem(text, at: site))
  }
}
