#if canImport(XCTest)
  import Expectations
  import Foundation
  import XCTest

  /// A test of XCTest. Its assertions record at once, so the failure also stands at its own line.
  struct XCTestHost: ExplorationHost {
    var catchesFailures: Bool { false }
    var testName: String? { TestHosts.nameOfTestOfXCTest }

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
    static let shared: XCTestWatcher = {
      let watcher = XCTestWatcher()
      XCTestObservationCenter.shared.addTestObserver(watcher)
      return watcher
    }()

    private let failures = Locked<Failures?>(nil)

    func note(in failures: Failures?) { self.failures.withLock { $0 = failures } }
    func testCaseDidFinish(_ testCase: XCTestCase) { note(in: nil) }

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
      failures.withLock { $0 }?.add(Verdict.Failure(text: text, place: name.map { "\($0):\(line)" }))
    }
  }
#endif
