import Expectations
import Testing

/// An event that must not happen happens when a task is canceled. The wait that is canceled with it does not fail.
@Suite struct CancelledTask {
  private func run(isGuilty: Bool) async {
    let rolledBack = Expectation("rolled back", count: 0)
    let task = Task {
      await withTaskCancellationHandler {
        await Expectation("never").wait(timeout: .seconds(60))
      } onCancel: {
        if isGuilty { rolledBack.fulfill() }  // FAILS HERE
      }
    }
    task.cancel()
    _ = await task.value
    await rolledBack.wait(timeout: .milliseconds(1))
  }

  @Test func guiltyCancelledTask() async { await run(isGuilty: Guilt.isWanted) }
  @Test func innocentCancelledTask() async { await run(isGuilty: false) }
  @Test(arguments: 1...18) func eachCancelledTask(number: Int) async { await run(isGuilty: Guilt.isGuilty(number)) }
}

/// Over-fulfilled after the test function has returned, while its suite is released.
@Suite final class AfterTheEnd {
  private var last: () -> Void = {}

  private func run(isGuilty: Bool) async {
    let once = Expectation("once")
    once.fulfill()
    await once.wait()
    last = {
      if isGuilty { once.fulfill() }  // FAILS HERE
    }
  }

  deinit { last() }

  @Test func guiltyAfterTheEnd() async { await run(isGuilty: Guilt.isWanted) }
  @Test func innocentAfterTheEnd() async { await run(isGuilty: false) }
  @Test(arguments: 1...18) func eachAfterTheEnd(number: Int) async { await run(isGuilty: Guilt.isGuilty(number)) }
}
