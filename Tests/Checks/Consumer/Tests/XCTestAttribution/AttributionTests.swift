import Dispatch
import Expectations
import Foundation
import XCTest

// Ways to a failure. The second test of each class takes it. A correct one runs before it and another one after it,
// often the first of the next class, so that a failure in either neighbor is noticed.

/// Over-fulfilled from a Dispatch thread after the wait, while the test waits for something else.
final class DispatchThreadTests: XCTestCase {
  private func run(isGuilty: Bool) {
    let (once, done) = (Expectation("once"), Expectation("done"))
    once.fulfill()
    once.wait()
    DispatchQueue.global().async {
      if isGuilty { once.fulfill() }  // FAILS HERE
      done.fulfill()
    }
    done.wait()
  }

  func test01() { run(isGuilty: false) }
  func test02() { run(isGuilty: Guilt.isWanted) }
}

/// Over-fulfilled from a detached task, before the wait.
final class DetachedTaskTests: XCTestCase {
  private func run(isGuilty: Bool) async {
    let once = Expectation("once")
    await Task.detached {
      once.fulfill()
      if isGuilty { once.fulfill() }  // FAILS HERE
    }.value
    await once.wait()
  }

  func test01() async { await run(isGuilty: false) }
  func test02() async { await run(isGuilty: Guilt.isWanted) }
}

/// An event that must not happen happens, on a thread of its own.
final class PlainThreadTests: XCTestCase {
  private func run(isGuilty: Bool) {
    let (alarm, tried) = (Expectation("alarm", count: 0), Expectation("tried"))
    Thread.detachNewThread {
      if isGuilty { alarm.fulfill() }  // FAILS HERE
      tried.fulfill()
    }
    tried.wait()
    alarm.wait(timeout: .milliseconds(1))
  }

  func test01() { run(isGuilty: false) }
  func test02() { run(isGuilty: Guilt.isWanted) }
}

/// Over-fulfilled on a private queue after the wait, with nothing left to wait for.
final class OverFulfilledLateTests: XCTestCase {
  private func run(isGuilty: Bool) {
    let queue = DispatchQueue(label: "late")
    let once = Expectation("once")
    queue.async { once.fulfill() }
    once.wait()
    queue.sync {
      if isGuilty { once.fulfill() }  // FAILS HERE
    }
  }

  func test01() { run(isGuilty: false) }
  func test02() { run(isGuilty: Guilt.isWanted) }
}

/// Created, fulfilled elsewhere, and released there without a wait.
final class NeverWaitedForTests: XCTestCase {
  private func run(isGuilty: Bool) {
    guard isGuilty else { return }
    let released = DispatchSemaphore(value: 0)
    do {
      let forgotten = Expectation("forgotten")  // FAILS HERE
      DispatchQueue.global().async {
        forgotten.fulfill()
        DispatchQueue.global().async { released.signal() }
      }
    }
    released.wait()
  }

  func test01() { run(isGuilty: false) }
  func test02() { run(isGuilty: Guilt.isWanted) }
}

/// A wait that times out and stops the test.
final class TimedOutTests: XCTestCase {
  private func run(isGuilty: Bool) async throws {
    let answer = Expectation("answer", of: Int.self)
    if !isGuilty { answer.fulfill(42) }
    try await answer.wait(timeout: .milliseconds(50))  // FAILS HERE
  }

  func test01() async throws { try await run(isGuilty: false) }
  func test02() async throws { try await run(isGuilty: Guilt.isWanted) }
}

/// Timed out in a wait inside another wait.
final class NestedWaitTests: XCTestCase {
  private func run(isGuilty: Bool) {
    let (outer, inner) = (Expectation("outer"), Expectation("inner"))
    DispatchQueue.main.async {
      if !isGuilty { inner.fulfill() }
      inner.wait(timeout: .milliseconds(20))  // FAILS HERE
      outer.fulfill()
    }
    outer.wait()
  }

  func test01() { run(isGuilty: false) }
  func test02() { run(isGuilty: Guilt.isWanted) }
}

/// Fulfilled with an error that no wait throws.
final class UnthrownErrorTests: XCTestCase {
  private func run(isGuilty: Bool) {
    let (loaded, done) = (Expectation("loaded", of: Int.self), Expectation("done"))
    DispatchQueue.global().async {
      if isGuilty { loaded.fulfill(throwing: CancellationError()) } else { loaded.fulfill(1) }
      done.fulfill()
    }
    wait(for: [loaded, done])  // FAILS HERE
  }

  func test01() { run(isGuilty: false) }
  func test02() { run(isGuilty: Guilt.isWanted) }
  func test03() { run(isGuilty: false) }
}

/// An event that must not happen happens when a task is canceled. The wait that is canceled with it does not fail.
final class CancelledTaskTests: XCTestCase {
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

  func test01() async { await run(isGuilty: false) }
  func test02() async { await run(isGuilty: Guilt.isWanted) }
}

/// A notification that is posted twice from a Dispatch thread. A post has no line, so the failure is at the wait.
final class NotificationTwiceTests: XCTestCase {
  private func run(isGuilty: Bool) {
    let (center, name) = (NotificationCenter(), Notification.Name("saved"))
    let saved = Expectation(notification: name, center: center)
    DispatchQueue.global().sync {
      center.post(name: name, object: nil)
      if isGuilty { center.post(name: name, object: nil) }
    }
    saved.wait()  // FAILS HERE
  }

  func test01() { run(isGuilty: false) }
  func test02() { run(isGuilty: Guilt.isWanted) }
}

/// An unconsumed event that a detached task recorded.
final class UnconsumedEventTests: XCTestCase {
  private func run(isGuilty: Bool) async throws {
    let progress = Recorder<Int>("progress")  // FAILS HERE
    await Task.detached {
      progress.record(1)
      if isGuilty { progress.record(2) }
    }.value
    let first = try await progress.next()
    XCTAssertEqual(first, 1)
  }

  func test01() async throws { try await run(isGuilty: false) }
  func test02() async throws { try await run(isGuilty: Guilt.isWanted) }
}

/// Over-fulfilled by the next test, which is itself correct.
final class AfterTheEndTests: XCTestCase {
  private static let leftOver = LeftOver()

  private func run(isGuilty: Bool) {
    Self.leftOver.call?()
    let once = Expectation("once")
    Self.leftOver.call = {
      if isGuilty { once.fulfill() }  // FAILS HERE
    }
    once.fulfill()
    once.wait()
  }

  func test01() { run(isGuilty: false) }
  func test02() { run(isGuilty: Guilt.isWanted) }
  func test03() { run(isGuilty: false) }
}

/// Accessed by one test at a time.
private final class LeftOver: @unchecked Sendable {
  var call: (@Sendable () -> Void)?
}
