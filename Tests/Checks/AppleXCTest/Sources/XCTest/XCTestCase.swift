import Foundation
import Interruption

open class XCTestCase {
  private struct State {
    var continueAfterFailure = true
    var teardownBlocks: [TeardownBlock] = []
  }

  enum TeardownBlock {
    case blocking(() throws -> Void)
    case suspending(() async throws -> Void)
  }

  private let state = Guarded(State())
  private let method = Guarded("")
  private let run = Guarded<XCTestRun?>(nil)

  public required init() {}

  func prepare(_ test: String) {
    method.with { $0 = test }
    let run = XCTestRun(of: name)
    self.run.with { $0 = run }
  }

  public var name: String { "-[\(String(reflecting: Self.self)) \(method.with { $0 })]" }
  public var testRun: XCTestRun? { run.with { $0 } }

  public var continueAfterFailure: Bool {
    get { state.with { $0.continueAfterFailure } }
    set { state.with { $0.continueAfterFailure = newValue } }
  }

  open func setUp() async throws {}
  open func setUpWithError() throws {}
  open func setUp() {}
  open func tearDown() {}
  open func tearDownWithError() throws {}
  open func tearDown() async throws {}

  public func addTeardownBlock(_ block: @escaping () throws -> Void) {
    state.with { $0.teardownBlocks.append(.blocking(block)) }
  }

  public func addTeardownBlock(_ block: @escaping @Sendable () async throws -> Void) {
    state.with { $0.teardownBlocks.append(.suspending(block)) }
  }

  /// Removes and returns the newest of the remaining blocks.
  func takeTeardownBlock() -> TeardownBlock? { state.with { $0.teardownBlocks.popLast() } }

  /// Records from any thread while the test runs, and then stops the test if it must not continue.
  public func record(_ issue: XCTIssue) {
    guard let run = testRun, run.isRunning else {
      end(
        "Unable to report \"\(issue.compactDescription.prefix(60))\" because it was raised inside test case \(name) "
          + "which has no associated XCTestRun object. This may happen when the test has already finished.")
    }
    takeTime("MICROSECONDS_TO_RECORD")
    run.record(issue)
    XCTestObservationCenter.shared.tell { $0.testCase(self, didRecord: issue) }
    if !continueAfterFailure { interrupt() }
  }

  /// Stops the test by an interruption, which unwinds all frames up to the runner without running their cleanup code.
  private func interrupt() -> Never {
    guard Thread.isMainThread, interruption_is_caught() else {
      end("_XCTestCaseInterruptionException, raised where no test can catch it")
    }
    guard !interruption_would_pass_dispatch() else {
      end("_XCTestCaseInterruptionException, raised inside a block of Dispatch: objc_terminate")
    }
    interruption_raise()
  }
}
