#if canImport(XCTest)
  import Expectations
  import Foundation
  import XCTest

  /// A test of XCTest. Its assertions record at once, so the failure also stands at its own line.
  struct XCTestHost: ExplorationHost {
    /// Nil while no test runs.
    static var current: XCTestHost? { XCTestWatcher.shared.isInTest ? XCTestHost() : nil }

    var catchesFailures: Bool { false }

    func run(_ body: @escaping @Sendable () async throws -> Void, noting failures: Failures) async throws {
      XCTestWatcher.shared.note(in: failures)
      try await body()
    }

    func record(_ text: String, at site: CallSite) {
      XCTestWatcher.shared.note(in: nil)
      XCTFail(text, file: site.filePath, line: site.line)
    }
  }

  /// Observes which test of XCTest runs, and the failures that it records.
  final class XCTestWatcher: NSObject, XCTestObservation, Sendable {
    private struct State: Sendable {
      var isInTest = false
      var hasSeenTests = false
      var failures: Failures?
    }

    static let shared: XCTestWatcher = {
      let watcher = XCTestWatcher()
      XCTestObservationCenter.shared.addTestObserver(watcher)
      return watcher
    }()

    private let state = Locked(State())

    /// Whether a test runs. The first question may come from inside a test, whose start nothing has observed.
    var isInTest: Bool { state.withLock { $0.isInTest || !$0.hasSeenTests && Self.isProcessOfXCTest } }

    private static let isProcessOfXCTest = TestProcess.kind == .xctest || TestProcess.kind == .both

    func note(in failures: Failures?) { state.withLock { $0.failures = failures } }

    func testCaseWillStart(_ testCase: XCTestCase) { state.withLock { $0 = State(isInTest: true, hasSeenTests: true) } }

    func testCaseDidFinish(_ testCase: XCTestCase) { state.withLock { $0 = State(hasSeenTests: true) } }

    #if canImport(Darwin)
      func testCase(_ testCase: XCTestCase, didRecord issue: XCTIssue) {
        add(
          issue.compactDescription, file: issue.sourceCodeContext.location?.fileURL.path,
          line: issue.sourceCodeContext.location?.lineNumber ?? 0)
      }
    #else
      func testCase(
        _ testCase: XCTestCase, didFailWithDescription description: String, inFile filePath: String?,
        atLine lineNumber: Int
      ) {
        add(description, file: filePath, line: lineNumber)
      }
    #endif

    private func add(_ text: String, file: String?, line: Int) {
      let name = file?.split(separator: "/").last
      state.withLock(\.failures)?.add(Verdict.Failure(text: text, place: name.map { "\($0):\(line)" }))
    }
  }
#endif
