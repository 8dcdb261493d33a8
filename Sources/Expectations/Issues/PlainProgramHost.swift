/// The host of code in a process of which no framework has told that it runs a test: before the first test of XCTest,
/// in a program that starts Swift Testing itself, or in a program without tests.
///
/// No framework is asked whether it would record a failure, because asking is recording one. The failure is printed
/// at once, and if a framework runs a test in the process, before or after, the run fails.
final class PlainProgramHost: TestHost {
  static let shared = PlainProgramHost()

  var hasStopped: Bool { false }
  var isOver: Bool { true }
  /// XCTest creates its test cases, with their properties, before the first test.
  var checksWhatRemains: Bool { true }

  func record(_ problem: Problem) {
    ConsoleHost.shared.record(problem)
    if problem.severity == .failure { TestHosts.failRunWithTests() }
  }

  func stop(recording problem: Problem?, orElse error: any Error) -> any Error {
    if let problem { record(problem) }
    return error
  }
}
