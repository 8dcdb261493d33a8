// The same programs in XCTest.
import XCTest

final class StuckTests: XCTestCase {
  func testLockHeldByTheWait() { lockHeldByTheWait() }

  func testLocksInOppositeOrder() async { await locksInOppositeOrder() }

  func testActorInALoop() async { await actorInALoop() }

  func testWaitOnTheQueueOfTheWork() { waitOnTheQueueOfTheWork() }

  func testPoolBlockedBySemaphores() { poolBlockedBySemaphores() }

  func testCallbackDropped() async { await callbackDropped() }

  func testContinuationForgotten() async { await continuationForgotten() }

  func testGroupEnteredTwice() async { await groupEnteredTwice() }

  func testQueuesCrossed() async { await queuesCrossed() }

  func testBarrierBehindAReader() async { await barrierBehindAReader() }

  func testPipeWithoutAnEnd() async { await pipeWithoutAnEnd() }

  func testProcessThatStays() async throws { try await processThatStays() }

  func testStreamNotFinished() async { await streamNotFinished() }

  func testChildTaskStays() async { await childTaskStays() }

  func testTaskOfABlockedTask() async { await taskOfABlockedTask() }

  func testTasksAwaitEachOther() async { await tasksAwaitEachOther() }

  func testConditionNotSignaled() async { await conditionNotSignaled() }

  func testOperationWithoutItsDependency() async { await operationWithoutItsDependency() }

  func testSocketWithoutAnswer() async { await socketWithoutAnswer() }

  func testServerThatDoesNotAnswer() async throws { try await serverThatDoesNotAnswer() }

  func testLoopWithoutAnEnd() async { await loopWithoutAnEnd() }

  func testRetryThatSleeps() async { await retryThatSleeps() }

  func testFileLockedByAnother() async throws { try await fileLockedByAnother() }
}
