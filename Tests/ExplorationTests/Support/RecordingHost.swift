import Expectations

@testable import Exploration

/// Keeps the failures of explorations, so that they do not fail the test. Failures of bodies are caught as usual.
final class RecordingHost: ExplorationHost {
  private let real: any ExplorationHost
  private let list = Locked<[(text: String, site: CallSite)]>([])

  init(_ real: any ExplorationHost) { self.real = real }

  var catchesFailures: Bool { true }
  var testName: String? { real.testName }
  var texts: [String] { list.withLock { $0.map(\.text) } }
  var lines: [UInt] { list.withLock { $0.map(\.site.line) } }

  func run(_ body: @escaping @Sendable () async throws -> Void, noting failures: Failures) async throws {
    try await real.run(body, noting: failures)
  }

  func record(_ text: String, at site: CallSite) { list.withLock { $0.append((text, site)) } }

  /// Runs code that explores, and returns what its explorations recorded.
  static func recordingAsync(_ body: () async throws -> Void) async rethrows -> RecordingHost {
    let host = RecordingHost(ExplorationHosts.current)
    try await ExplorationHosts.$replacement.withValue(host) { try await body() }
    return host
  }

  /// Runs code that explores and blocks, and returns what its explorations recorded.
  static func recording(_ body: () throws -> Void) rethrows -> RecordingHost {
    let host = RecordingHost(ExplorationHosts.current)
    try ExplorationHosts.$replacement.withValue(host) { try body() }
    return host
  }
}
