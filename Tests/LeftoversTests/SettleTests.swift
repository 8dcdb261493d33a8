import Dispatch
import Expectations
import Leftovers
import TestSupport
import Testing

/// Tests that go on when their tasks have settled.
@Suite(.realTime, .whereTasksAreRead, .endsAllTasks) struct SettleTests {
  @Test func withoutTasks_returnsAtOnce() async {
    guard await settles() else { return }
  }

  @Test func runningTasks_areAwaited() async {
    let steps = Locked(0)
    for _ in 0..<10 {
      Task {
        for _ in 0..<50 {
          await Task.yield()
          steps.withLock { $0 += 1 }
        }
      }
    }
    guard await settles() else { return }
    #expect(steps.withLock { $0 } == 500)
  }

  /// Many tasks of which one after the other runs. Read while they run, each may wait at the moment of its turn.
  @Test func tasksThatResumeEachOther_areAwaited() async {
    let ring = (0..<100).map { _ in AsyncStream.makeStream(of: Int.self) }
    let last = Locked(0)
    let tasks = ring.indices.map { index in
      Task {
        for await number in ring[index].stream {
          last.withLock { $0 = number }
          if number < 200_000 { ring[(index + 1) % ring.count].continuation.yield(number + 1) }
        }
      }
    }
    defer { for task in tasks { task.cancel() } }
    ring[0].continuation.yield(1)
    guard await settles() else { return }
    #expect(last.withLock { $0 } == 200_000)
  }

  @Test func sleepingTask_isAwaited() async {
    let isOver = Locked(false)
    Task {
      try? await Task.sleep(for: .milliseconds(50))
      isOver.withLock { $0 = true }
    }
    guard await settles() else { return }
    #expect(isOver.withLock { $0 })
  }

  /// The clocks of the standard library are called by other functions than `Task.sleep`.
  @Test(arguments: [false, true])
  func sleepOfAClock_isAwaited(isContinuous: Bool) async {
    let isOver = Locked(false)
    Task {
      if isContinuous {
        try? await ContinuousClock().sleep(until: .now + .milliseconds(100))
      } else {
        try? await SuspendingClock().sleep(until: .now + .milliseconds(100))
      }
      isOver.withLock { $0 = true }
    }
    guard await settles() else { return }
    #expect(isOver.withLock { $0 })
  }

  @Test func detachedTask_isAwaitedByTheOneThatWaitsForIt() async {
    let isOver = Locked(false)
    Task {
      await Task.detached { try? await Task.sleep(for: .milliseconds(50)) }.value
      isOver.withLock { $0 = true }
    }
    guard await settles() else { return }
    #expect(isOver.withLock { $0 })
  }

  @Test func manualClock_isNotAwaited() async {
    let clock = ManualClock()
    let steps = Locked(0)
    let task = Task {
      for _ in 0..<3 {
        try? await clock.sleep(for: .seconds(1))
        steps.withLock { $0 += 1 }
      }
    }
    defer { task.cancel() }
    for number in 0..<3 {
      guard await settles() else { return }
      #expect(steps.withLock { $0 } == number)
      await clock.advance(by: .seconds(1))
    }
    await task.value
  }

  @Test func streamContinuationAndTask_areNotAwaited() async {
    let (stream, input) = AsyncStream.makeStream(of: Int.self)
    let seen = Locked<[Int]>([])
    let consumer = Task { for await number in stream { seen.withLock { $0.append(number) } } }
    let waiter = Task { await consumer.value }
    defer { input.finish() }
    for number in 1...3 {
      input.yield(number)
      guard await settles() else { return }
      #expect(seen.withLock { $0 } == Array(1...number))
    }
    input.finish()
    await waiter.value
  }

  @Test @MainActor func onTheMainActor() async {
    var steps = 0
    Task { @MainActor in
      for _ in 0..<50 {
        await Task.yield()
        steps += 1
      }
    }
    guard await settles() else { return }
    #expect(steps == 50)
  }

  @Test func innerScope_countsTheTasksOfTheWholeTest() async {
    let steps = Locked(0)
    await endsAllTasks {
      Task {
        try? await Task.sleep(for: .milliseconds(30))
        steps.withLock { $0 += 1 }
      }
    }
    Task {
      try? await Task.sleep(for: .milliseconds(50))
      steps.withLock { $0 += 1 }
    }
    guard await endsAllTasks({ await settles() }) else { return }
    #expect(steps.withLock { $0 } == 2)
  }

  @Test func sleepsTooLong_fails() async throws {
    let task = Task { try? await Task.sleep(for: .seconds(60)) }
    let found = await failures {
      #expect(await settle(timeout: .seconds(1)) == false)
    }
    #expect(found.count == 1)
    let text = try #require(found.first?.text)
    #expect(text.hasPrefix("Not settled: ") || isNotKnown(text), "\(text)")
    #if os(Linux) && DEBUG
      let line = "\n  a task sleeps at SettleTests.swift:"
      #expect(text.contains(line) || isOfAPart(text) || isNotKnown(text), "\(text)")
    #endif
    task.cancel()
  }

  private func settles() async -> Bool { await isKnown { await settle(timeout: .seconds(20)) } }

  @Test func canceled_recordsNothing() async {
    let sleeper = Task { try? await Task.sleep(for: .seconds(60)) }
    var isSettled = true
    let found = await failures {
      let task = Task { await settle() }
      task.cancel()
      isSettled = await task.value
    }
    #expect(isSettled == false)
    // Where nothing can be known, the call may have said so before it was canceled.
    #expect(found.allSatisfy { isNotKnown($0.text) }, "\(found.map(\.text))")
    sleeper.cancel()
  }
}

/// A test whose tasks are not marked.
@Suite struct SettleWithoutTheTraitTests {
  @Test func fails() async throws {
    let found = await failures { #expect(await settle() == false) }
    let text = try #require(found.first?.text)
    #expect(found.count == 1)
    #expect(text.contains("does not know the tasks of this test"), "\(text)")
  }
}
