/// The host of waits that concern no test. It records nothing.
final class SilentHost: TestHost {
  static let shared = SilentHost()

  var hasStopped: Bool { false }
  var explainsTimeouts: Bool { false }

  func record(_ problem: Problem) {}

  func stop(recording problem: Problem?) -> any Error { WaitError(problem) }
}

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

  func stop(recording problem: Problem?) -> any Error {
    if let problem { record(problem) }
    return WaitError(problem)
  }
}

/// Hands the failures of a scope to code outside this module, in place of its test.
///
/// That code runs a body many times, and records one failure in its own words.
package final class CollectingHost: TestHost {
  private let receive: @Sendable (_ text: String, _ site: CallSite) -> Void

  private init(_ receive: @escaping @Sendable (_ text: String, _ site: CallSite) -> Void) {
    self.receive = receive
  }

  /// Runs a body whose task records failures with `receive`, which any thread may call. Warnings are dropped.
  package static func collecting(
    _ receive: @escaping @Sendable (_ text: String, _ site: CallSite) -> Void,
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
  ) async rethrows {
    try await HostOverride.withHost(CollectingHost(receive), isolation: isolation, body)
  }

  var hasStopped: Bool { false }

  func record(_ problem: Problem) {
    guard problem.severity == .failure else { return }
    receive(problem.text, problem.site)
  }

  func stop(recording problem: Problem?) -> any Error {
    if let problem { record(problem) }
    return WaitError(problem)
  }
}
