// The same programs in XCTest.
import XCTest

final class VanishedTests: XCTestCase {
  func testAsyncLetNotAwaited() async { await asyncLetNotAwaited() }

  func testBreakLeavesTheLoop() async { await breakLeavesTheLoop() }

  func testCacheHitForgetsTheCallback() async { await cacheHitForgetsTheCallback() }

  func testCallbackQueueNil() async throws { try await callbackQueueNil() }

  func testComparisonReversed() async { await comparisonReversed() }

  func testCompletionReplaced() async { await completionReplaced() }

  func testCompletionShadowed() async { await completionShadowed() }

  func testDateFallsBack() async throws { try await dateFallsBack() }

  func testDefaultImplementationWins() async { await defaultImplementationWins() }

  func testDeferOrder() async { await deferOrder() }

  func testDivisionMakesNoPages() async throws { try await divisionMakesNoPages() }

  func testEventIgnoredWhilePaused() async { await eventIgnoredWhilePaused() }

  func testFailureBranchEmpty() async { await failureBranchEmpty() }

  func testGenerationTakenTooEarly() async throws { try await generationTakenTooEarly() }

  func testLazyNeverConsumed() async { await lazyNeverConsumed() }

  func testObserverRemovedInSetter() async { await observerRemovedInSetter() }

  func testProgressNeverOne() async { await progressNeverOne() }

  func testRefusalIgnored() async { await refusalIgnored() }

  func testRequestNotResumed() async throws { try await requestNotResumed() }

  func testResultDroppedByGuardCase() async throws { try await resultDroppedByGuardCase() }

  func testSaveSkippedWithItsDependency() async { await saveSkippedWithItsDependency() }

  func testStreamKeepsNothing() async { await streamKeepsNothing() }

  func testTaskReplacedAndCancelled() async throws { try await taskReplacedAndCancelled() }

  func testTimerInAnotherMode() async { await timerInAnotherMode() }

  func testZipDropsTheLast() async { await zipDropsTheLast() }
}
