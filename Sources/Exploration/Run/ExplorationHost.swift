import Expectations
import Testing

/// The test framework that runs the calling test.
protocol ExplorationHost: Sendable {
  /// Whether a failure that the body records is caught. Otherwise it stands in the test each time the body runs.
  var catchesFailures: Bool { get }

  /// The name of the test, as its framework writes it; nil when no test is known.
  var testName: String? { get }

  /// Runs a body in such a way that its failures are added to `failures`.
  func run(_ body: @escaping @Sendable () async throws -> Void, noting failures: Failures) async throws

  /// Records a failure of the exploration, at the line of its call.
  func record(_ text: String, at site: CallSite)
}

enum ExplorationHosts {
  /// The host that a test of this module sets for its calls.
  @TaskLocal static var replacement: (any ExplorationHost)?

  static var current: any ExplorationHost {
    if let replacement { return replacement }
    if Test.current != nil || TestProcess.kind == .swiftTesting { return TestingHost() }
    #if canImport(XCTest)
      if let host = XCTestHost.current { return host }
    #endif
    return ConsoleHost()
  }
}

/// Prints failures to standard error, where no framework records them. If the process runs tests, the run fails.
struct ConsoleHost: ExplorationHost {
  let catchesFailures = true
  let testName: String? = nil

  func run(_ body: @escaping @Sendable () async throws -> Void, noting failures: Failures) async throws {
    try await body()
  }

  func record(_ text: String, at site: CallSite) {
    StandardError.print("\(site.filePath):\(site.line): failure: \(text)")
    PendingProblems.notePrinted()
  }
}
