import Expectations
import Testing

/// A test of Swift Testing. The failures of explored tasks are caught, as long as these inherit task-local values.
struct TestingHost: ExplorationHost {
  /// The test; nil in a detached task, which knows no test. Its failures still fail the run of the tests.
  let test = Test.current
  let testCase = Test.Case.current

  var catchesFailures: Bool { test != nil }
  var testName: String? { test?.name }

  func run(_ body: @escaping @Sendable () async throws -> Void, noting failures: Failures) async throws {
    guard let test else { return try await body() }
    let trait = IssueHandlingTrait.compactMapIssues { issue in
      // A failure that comes after its run, in which nothing failed, is one of the test.
      let isOfRun = Self.isFailure(issue) ? failures.add(Verdict.Failure(issue)) : !failures.areOfTest
      return isOfRun ? nil : issue
    }
    try await trait.provideScope(for: test, testCase: testCase, performing: body)
  }

  func record(_ text: String, at site: CallSite) {
    let location = SourceLocation(
      fileID: site.fileID.description, filePath: site.filePath.description, line: Int(clamping: site.line),
      column: Int(clamping: site.column))
    Issue.record("\(text)", sourceLocation: location)
  }

  private static func isFailure(_ issue: Issue) -> Bool {
    #if compiler(>=6.3)
      issue.isFailure
    #else
      true
    #endif
  }
}

extension Verdict.Failure {
  fileprivate init(_ issue: Issue) {
    let place = issue.sourceLocation.map { "\($0.fileName):\($0.line)" }
    let comments = issue.comments.map(\.rawValue).joined(separator: " ")
    self.init(text: comments.isEmpty ? "\(issue.kind)" : "\(issue.kind): \(comments)", place: place)
  }
}
