import Dispatch
import Foundation
import TestSupport
import Testing

@testable import Expectations

@Suite struct RecorderTests {
  @Test func next_ofWhatIsThere_returnsAtOnce_inOrder_andLookingConsumesNothing() async throws {
    let numbers = Recorder("numbers", of: Int.self)
    for number in 1...5 { numbers.record(number) }
    #expect(numbers.elements == [1, 2, 3, 4, 5])
    #expect(try await numbers.next(timeout: .zero) == 1)
    #expect(numbers.elements == [1, 2, 3, 4, 5] && numbers.unconsumed == [2, 3, 4, 5])
    #expect(try blocking { try numbers.next(timeout: .zero) } == 2)
    #expect(try await numbers.next(2, timeout: .zero) == [3, 4])
    #expect(await numbers.skip(1, timeout: .zero))
    #expect(numbers.elements == [1, 2, 3, 4, 5])
    #expect(numbers.unconsumed == [])
  }

  @Test func next_waitsForWhatComes() async throws {
    let numbers = Recorder<Int>("numbers")
    DispatchQueue.global().async { for number in 1...6 { numbers.record(number) } }
    #expect(try await numbers.next(2, timeout: .seconds(10)) == [1, 2])
    #expect(try blocking { try numbers.next(timeout: .seconds(10)) } == 3)
    #expect(blocking { numbers.skip(2, timeout: .seconds(10)) })
    #expect(try await numbers.next(timeout: .seconds(10)) == 6)
  }

  @Test func voidEvents_areRecordedWithoutAValue() async throws {
    let ticks = Recorder<Void>("ticks")
    ticks.record()
    let handler: @Sendable () -> Void = ticks.handler
    handler()
    try await ticks.next()
    #expect(await ticks.skip())
  }

  @Test func finish_waitsForTheEnd_andCanBeAskedAgain() async throws {
    let numbers = Recorder<Int>("numbers")
    numbers.record(1)
    DispatchQueue.global().async { numbers.recordEnd() }
    try await numbers.next()
    try await numbers.finish(timeout: .seconds(10))
    try blocking { try numbers.finish(timeout: .zero) }
  }

  @Test func error_isThrownByEveryCallThatThrows_andRecordsNothing() async throws {
    await expectNoProblems {
      let numbers = Recorder<Int>("numbers")
      numbers.record(1)
      numbers.record(throwing: Refused())
      numbers.record(throwing: CancellationError())  // the first end counts
      await #expect(throws: Refused.self) { try await numbers.next(2) }
      #expect(await numbers.skip())
      await #expect(throws: Refused.self) { try await numbers.next(timeout: .zero) }
      blocking { #expect(throws: Refused.self) { try numbers.finish() } }
    }
  }

  @Test func failure_returnsTheError() async throws {
    let numbers = Recorder<Int>("numbers")
    DispatchQueue.global().async { numbers.record(throwing: Refused()) }
    #expect(try await numbers.failure(timeout: .seconds(10)) is Refused)
    #expect(try blocking { try numbers.failure(timeout: .zero) } is Refused)
  }

  @Test func expectNone_lastsItsWindow_orEndsWithTheEvents() async {
    let numbers = Recorder<Int>("numbers")
    let start = ContinuousClock.now
    #expect(await numbers.expectNone(for: .milliseconds(20)))
    let began = ContinuousClock.now
    #expect(await ExpectationDefaults.$timeout.withValue(.milliseconds(20)) { await numbers.expectNone() })
    #expect(began.duration(to: .now) >= .milliseconds(20))
    #expect(ContinuousClock.now - start >= .milliseconds(20))
    #expect(blocking { numbers.expectNone(for: .zero) })
    DispatchQueue.global().async { numbers.recordEnd() }
    #expect(await numbers.expectNone(for: .seconds(3600)))
    #expect(await numbers.expectNone(for: .seconds(3600)))
  }

  @Test(.ownThreads) func windows_areScaledByTheQuietScale_alone() async {
    await #expect(processExitsWith: .success) {
      setenv("EXPECTATIONS_QUIET_SCALE", "4", 1)
      setenv("EXPECTATIONS_TIMEOUT_SCALE", "0.001", 1)
      let events = Recorder<Int>("events")
      let start = ContinuousClock.now
      guard await events.expectNone(for: .milliseconds(20)) else { exit(1) }
      guard ContinuousClock.now - start >= .milliseconds(80) else { exit(2) }
    }
  }

  /// A sequence with a typed error. Neither it nor its iterator is `Sendable`.
  private final class Countdown: AsyncSequence, AsyncIteratorProtocol {
    private var left = 3
    func makeAsyncIterator() -> Countdown { self }
    func next() async throws(Refused) -> Int? {
      guard left > 0 else { throw Refused() }
      defer { left -= 1 }
      return left
    }
  }

  @Test func sequence_thatIsNotSendable_failsWithItsTypedError() async throws {
    let events = Recorder(Countdown(), description: "events")
    #expect(events.description == "events")
    #expect(try await events.next(3, timeout: .seconds(10)) == [3, 2, 1])
    #expect(try await events.failure(timeout: .seconds(10)) is Refused)
  }

  @Test func sequence_thatNeverEnds_isCancelled_whenTheRecorderGoes() async {
    let cancelled = Expectation("cancelled")
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    continuation.onTermination = { if case .cancelled = $0 { cancelled.fulfill() } }
    do {
      let events = Recorder(stream)
      #expect(events.description == "AsyncStream<Int>")
      #expect(blocking { events.expectNone(for: .zero) })
    }
    #expect(await cancelled.wait(timeout: .seconds(10)))
  }

  /// A sequence that never ends, even when its task is canceled.
  private final class Ones: AsyncSequence, AsyncIteratorProtocol, Sendable {
    let released: AsyncExpectation<Void>

    init(_ released: AsyncExpectation<Void>) { self.released = released }

    deinit { released.fulfill() }

    func makeAsyncIterator() -> Ones { self }

    func next() async -> Int? {
      await Task.yield()
      return 1
    }
  }

  @Test func sequence_thatIgnoresItsCancellation_isLeft_whenTheRecorderGoes() async throws {
    let released = Expectation("released")
    do {
      let events = Recorder(Ones(released))
      try await events.next(timeout: .seconds(10))
      events.dismiss()
    }
    #expect(await released.wait(timeout: .seconds(10)))
  }

  @Test func concurrentPushes_keepTheOrderOfEachThread() async throws {
    let (threads, each) = (8, ProofSize.of(small: 1000, full: 5000))
    let events = Recorder<(thread: Int, number: Int)>("events")
    DispatchQueue.global().async {
      DispatchQueue.concurrentPerform(iterations: threads) { thread in
        for number in 0..<each { events.record((thread, number)) }
      }
    }
    let all = try await events.next(threads * each, timeout: .seconds(60))
    for thread in 0..<threads { #expect(all.filter { $0.thread == thread }.map(\.number) == Array(0..<each)) }
  }

  @Test func severalConsumers_getDisjointEvents_eachInOrder() async throws {
    let events = Recorder<Int>("events")
    DispatchQueue.global().async { for number in 0..<4000 { events.record(number) } }
    let taken = try await withThrowingTaskGroup(of: [Int].self) { group in
      for _ in 0..<8 {
        group.addTask {
          var mine: [Int] = []
          for _ in 0..<250 { mine += try await events.next(2, timeout: .seconds(60)) }
          return mine
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    for mine in taken { #expect(mine == mine.sorted()) }
    #expect(taken.flatMap(\.self).sorted() == Array(0..<4000))
  }

  @Test func cancelled_endsAtOnce_recordsNothing_andLosesNoEvent() async throws {
    try await expectNoProblems {
      let events = Recorder<Int>("events")
      let begun = Expectation("begun", count: 3)
      events.record(1)
      let task = Task {
        begun.fulfill()
        await #expect(throws: CancellationError.self) { try await events.next(2, timeout: .seconds(60)) }
        begun.fulfill()
        #expect(await events.skip(2, timeout: .seconds(60)) == false)
        begun.fulfill()
        #expect(await Recorder<Int>("others").expectNone(for: .seconds(60)) == false)
        #expect(await Recorder<Int>("others").expectNone(for: .zero))
      }
      task.cancel()
      await task.value
      await begun.wait()
      let first = try await events.next(timeout: .zero)
      #expect(first == 1)
    }
  }

  @Test func noEvents_areThereAtOnce_whateverOthersWaitFor() async throws {
    let events = Recorder<Int>("events")
    let first = Task { try await events.next(timeout: .seconds(60)) }
    while !events.isAwaitedNow { await Task.yield() }
    #expect(try await events.next(0, timeout: .zero) == [])
    #expect(await events.skip(0, timeout: .zero))
    try await events.expectNext([], timeout: .zero)
    events.record(1)
    #expect(try await first.value == 1)
  }

  private actor Busy {
    func skipMany(of events: Recorder<Int>) async { await events.skip(9, timeout: .milliseconds(200)) }
    func hold(until released: DispatchSemaphore) { released.wait() }
  }

  /// The time of the first call is over, but its actor keeps it from returning.
  @Test(.ownThreads) func callThatCannotReturn_holdsBackNoOther() async {
    let released = DispatchSemaphore(value: 0)
    let (taken, host) = await recording {
      let (events, busy) = (Recorder<Int>("events"), Busy())
      async let first: Void = busy.skipMany(of: events)
      while !events.isAwaitedNow { await Task.yield() }
      async let holding: Void = busy.hold(until: released)
      events.record(1)
      events.record(2)
      async let third = try? events.next(timeout: .seconds(300))
      let second = try? await events.next(timeout: .milliseconds(600))
      let taken = Set([second, await third])
      released.signal()
      _ = await (first, holding)
      return taken
    }
    #expect(taken == [1, 2])
    #expect(host.problems.count == 1)
  }
}
