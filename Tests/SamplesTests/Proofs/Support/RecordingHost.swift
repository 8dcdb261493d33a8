import Expectations

@testable import Exploration
@testable import Samples

/// Keeps the failures of explorations, so that they do not fail the test. Failures of bodies are caught as usual.
final class RecordingHost: ExplorationHost {
  private let real = ExplorationHosts.current
  private let list = Guarded<[String]>([])

  var catchesFailures: Bool { true }
  var testName: String? { real.testName }
  var texts: [String] { list.value }

  func run(_ body: @escaping @Sendable () async throws -> Void, noting failures: Failures) async throws {
    try await real.run(body, noting: failures)
  }

  func record(_ text: String, at site: CallSite) { list.withLock { $0.append(text) } }

  /// Runs code that explores and blocks, and returns what its explorations recorded.
  static func recording(_ body: () throws -> Void) rethrows -> RecordingHost {
    let host = RecordingHost()
    try ExplorationHosts.$replacement.withValue(host) { try body() }
    return host
  }
}
