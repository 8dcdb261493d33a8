import Expectations
import Testing

/// The test framework that runs the calling test.
protocol ExplorationHost: Sendable {
  /// Whether a failure that the body records is caught. Otherwise it stands in the test each time the body runs.
  var catchesFailures: Bool { get }
  /// The name of the test, as its framework writes it; nil when no test is known.
  var testName: String? { get }
  /// Runs a body, whose failures are added to `failures`.
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
      if TestHosts.isTestOfXCTestRunning { return XCTestHost() }
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

/// A test of Swift Testing. The failures of explored tasks are caught, as long as these inherit task-local values.
struct TestingHost: ExplorationHost {
  /// Nil in a detached task, which knows no test. Its failures still fail the run of the tests.
  let test = Test.current
  let testCase = Test.Case.current

  var catchesFailures: Bool { test != nil }
  var testName: String? { test?.name }

  func run(_ body: @escaping @Sendable () async throws -> Void, noting failures: Failures) async throws {
    guard let test else { return try await body() }
    let time = ControlledTime.current
    let trait = IssueHandlingTrait.compactMapIssues { issue in
      // Swift Testing tells all running tests of an issue of a task that knows none.
      guard Test.current != nil || ControlledTime.current === time else { return issue }
      // A failure that comes after its run, in which nothing failed, is one of the test.
      return Self.failure(issue).map { failures.add($0) } ?? !failures.areOfTest ? nil : issue
    }
    try await trait.provideScope(for: test, testCase: testCase, performing: body)
  }

  func record(_ text: String, at site: CallSite) {
    let location = SourceLocation(
      fileID: site.fileID.description, filePath: site.filePath.description, line: Int(clamping: site.line),
      column: Int(clamping: site.column))
    Issue.record("\(text)", sourceLocation: location)
  }

  /// Nil if the issue is none.
  private static func failure(_ issue: Issue) -> Verdict.Failure? {
    #if compiler(>=6.3)
      guard issue.isFailure else { return nil }
    #endif
    let place = issue.sourceLocation.map { "\($0.fileName):\($0.line)" }
    let comments = issue.comments.map(\.rawValue).joined(separator: " ")
    return Verdict.Failure(text: comments.isEmpty ? "\(issue.kind)" : "\(issue.kind): \(comments)", place: place)
  }
}
