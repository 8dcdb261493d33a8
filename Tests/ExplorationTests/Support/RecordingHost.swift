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
  var textLines: [String] { texts.first?.split(separator: "\n").map(String.init) ?? [] }

  func run(_ body: @escaping @Sendable () async throws -> Void, noting failures: Failures) async throws {
    try await real.run(body, noting: failures)
  }

  func record(_ text: String, at site: CallSite) { list.withLock { $0.append((text, site)) } }
}

/// Runs code that explores, and returns its result, and the host with what its explorations recorded.
func recordingAsync<Result>(_ body: () async throws -> Result) async rethrows -> (Result, RecordingHost) {
  let host = RecordingHost(ExplorationHosts.current)
  return (try await ExplorationHosts.$replacement.withValue(host) { try await body() }, host)
}

/// Does the same for code that explores and blocks.
func recording<Result>(_ body: () throws -> Result) rethrows -> (Result, RecordingHost) {
  let host = RecordingHost(ExplorationHosts.current)
  return (try ExplorationHosts.$replacement.withValue(host) { try body() }, host)
}
