import Dispatch
import Expectations
import Foundation
import Testing

// Ways to a failure. Two tests of a suite of twenty take each way, while 252 correct tests run at the same time.
//
// In the suite `Route`, the failing tests are `guiltyRoute()` and one case of `eachRoute(number:)`.

/// Over-fulfilled from a Dispatch thread after the wait, while the test waits for something else.
@Suite struct DispatchThread {
  private func run(isGuilty: Bool) async {
    let (once, done) = (Expectation("once"), Expectation("done"))
    once.fulfill()
    await once.wait()
    DispatchQueue.global().async {
      if isGuilty { once.fulfill() }  // FAILS HERE
      done.fulfill()
    }
    await done.wait()
  }

  @Test func guiltyDispatchThread() async { await run(isGuilty: Guilt.isWanted) }
  @Test(arguments: 1...19) func eachDispatchThread(number: Int) async { await run(isGuilty: Guilt.isGuilty(number)) }
}

/// Over-fulfilled from a detached task, before the wait.
@Suite struct DetachedTask {
  private func run(isGuilty: Bool) async {
    let once = Expectation("once")
    await Task.detached {
      once.fulfill()
      if isGuilty { once.fulfill() }  // FAILS HERE
    }.value
    await once.wait()
  }

  @Test func guiltyDetachedTask() async { await run(isGuilty: Guilt.isWanted) }
  @Test(arguments: 1...19) func eachDetachedTask(number: Int) async { await run(isGuilty: Guilt.isGuilty(number)) }
}

/// An event that must not happen happens, on a thread of its own.
@Suite struct PlainThread {
  private func run(isGuilty: Bool) async {
    let alarm = Expectation("alarm", count: 0)
    Thread.detachNewThread {
      if isGuilty { alarm.fulfill() }  // FAILS HERE
    }
    await alarm.wait(timeout: .milliseconds(100))
  }

  @Test func guiltyPlainThread() async { await run(isGuilty: Guilt.isWanted) }
  @Test(arguments: 1...19) func eachPlainThread(number: Int) async { await run(isGuilty: Guilt.isGuilty(number)) }
}

/// Over-fulfilled on a private queue after the wait, with nothing else left to wait for.
@Suite struct OverFulfilledLate {
  private func run(isGuilty: Bool) async {
    let queue = DispatchQueue(label: "late")
    let once = Expectation("once")
    queue.async { once.fulfill() }
    await once.wait()
    await withCheckedContinuation { continuation in
      queue.async {
        if isGuilty { once.fulfill() }  // FAILS HERE
        continuation.resume()
      }
    }
  }

  @Test func guiltyOverFulfilledLate() async { await run(isGuilty: Guilt.isWanted) }
  @Test(arguments: 1...19) func eachOverFulfilledLate(number: Int) async { await run(isGuilty: Guilt.isGuilty(number)) }
}

/// Created, fulfilled elsewhere, and released there without a wait.
@Suite struct NeverWaitedFor {
  private func run(isGuilty: Bool) async {
    await withCheckedContinuation { continuation in
      guard isGuilty else { return continuation.resume() }
      let forgotten = Expectation("forgotten")  // FAILS HERE
      DispatchQueue.global().async {
        forgotten.fulfill()
        continuation.resume()
      }
    }
  }

  @Test func guiltyNeverWaitedFor() async { await run(isGuilty: Guilt.isWanted) }
  @Test(arguments: 1...19) func eachNeverWaitedFor(number: Int) async { await run(isGuilty: Guilt.isGuilty(number)) }
}

/// Timed out.
@Suite struct TimedOut {
  private func run(isGuilty: Bool) async throws {
    let answer = Expectation("answer", of: Int.self)
    if !isGuilty { answer.fulfill(42) }
    try await answer.wait(timeout: .milliseconds(50))  // FAILS HERE
  }

  @Test func guiltyTimedOut() async throws { try await run(isGuilty: Guilt.isWanted) }
  @Test(arguments: 1...19) func eachTimedOut(number: Int) async throws {
    try await run(isGuilty: Guilt.isGuilty(number))
  }
}

/// Timed out in a child of a child task.
@Suite struct NestedTaskGroup {
  private func run(isGuilty: Bool) async {
    let answer = Expectation("answer")
    if !isGuilty { answer.fulfill() }
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        await withTaskGroup(of: Bool.self) { group in
          group.addTask {
            await answer.wait(timeout: .milliseconds(50))  // FAILS HERE
          }
        }
      }
    }
  }

  @Test func guiltyNestedTaskGroup() async { await run(isGuilty: Guilt.isWanted) }
  @Test(arguments: 1...19) func eachNestedTaskGroup(number: Int) async { await run(isGuilty: Guilt.isGuilty(number)) }
}

/// Timed out in a blocking wait, on a queue without a connection to the test.
@Suite struct BlockedThread {
  private func run(isGuilty: Bool) async {
    let answer = Expectation("answer")
    if !isGuilty { answer.fulfill() }
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        answer.wait(timeout: .milliseconds(50))  // FAILS HERE
        continuation.resume()
      }
    }
  }

  @Test func guiltyBlockedThread() async { await run(isGuilty: Guilt.isWanted) }
  @Test(arguments: 1...19) func eachBlockedThread(number: Int) async { await run(isGuilty: Guilt.isGuilty(number)) }
}

/// Fulfilled in the wrong order by a detached task.
@Suite struct WrongOrder {
  private func run(isGuilty: Bool) async {
    let (first, second) = (Expectation("first"), Expectation("second"))
    Task.detached {
      if isGuilty { second.fulfill() }  // FAILS HERE
      first.fulfill()
      if !isGuilty { second.fulfill() }
    }
    await wait(for: [first, second], enforceOrder: true)
  }

  @Test func guiltyWrongOrder() async { await run(isGuilty: Guilt.isWanted) }
  @Test(arguments: 1...19) func eachWrongOrder(number: Int) async { await run(isGuilty: Guilt.isGuilty(number)) }
}

/// Fulfilled with an error that no wait throws.
@Suite struct UnthrownError {
  private func run(isGuilty: Bool) async {
    let (loaded, done) = (Expectation("loaded", of: Int.self), Expectation("done"))
    DispatchQueue.global().async {
      if isGuilty { loaded.fulfill(throwing: CancellationError()) } else { loaded.fulfill(1) }
      done.fulfill()
    }
    await wait(for: [loaded, done])  // FAILS HERE
  }

  @Test func guiltyUnthrownError() async { await run(isGuilty: Guilt.isWanted) }
  @Test(arguments: 1...19) func eachUnthrownError(number: Int) async { await run(isGuilty: Guilt.isGuilty(number)) }
}

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
  @Test(arguments: 1...19) func eachCancelledTask(number: Int) async { await run(isGuilty: Guilt.isGuilty(number)) }
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
  @Test(arguments: 1...19) func eachAfterTheEnd(number: Int) async { await run(isGuilty: Guilt.isGuilty(number)) }
}

/// A notification that is posted twice from a Dispatch thread. A post has no line, so the failure is at the wait.
@Suite struct NotificationTwice {
  private func run(isGuilty: Bool) async {
    let (center, name) = (NotificationCenter(), Notification.Name("saved"))
    let saved = Expectation(notification: name, center: center)
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        center.post(name: name, object: nil)
        if isGuilty { center.post(name: name, object: nil) }
        continuation.resume()
      }
    }
    await saved.wait()  // FAILS HERE
  }

  @Test func guiltyNotificationTwice() async { await run(isGuilty: Guilt.isWanted) }
  @Test(arguments: 1...19) func eachNotificationTwice(number: Int) async { await run(isGuilty: Guilt.isGuilty(number)) }
}

/// An unconsumed event that a detached task recorded.
@Suite struct UnconsumedEvent {
  private func run(isGuilty: Bool) async throws {
    let progress = Recorder<Int>("progress")  // FAILS HERE
    await Task.detached {
      progress.record(1)
      if isGuilty { progress.record(2) }
    }.value
    let first = try await progress.next()
    #expect(first == 1)
  }

  @Test func guiltyUnconsumedEvent() async throws { try await run(isGuilty: Guilt.isWanted) }
  @Test(arguments: 1...19) func eachUnconsumedEvent(number: Int) async throws {
    try await run(isGuilty: Guilt.isGuilty(number))
  }
}
