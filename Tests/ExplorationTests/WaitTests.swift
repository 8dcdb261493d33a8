#if os(Linux)
  import Expectations
  import Foundation
  import Observation
  import TestSupport
  import Testing

  import class Expectations.Expectation
  import class Expectations.ManualClock
  import class Expectations.Recorder
  import func Expectations.eventually
  import func Expectations.never
  import func Expectations.within

  @testable import Exploration

  /// The waits of the library inside an exploration: their time is that of the exploration, and nothing comes from
  /// outside.
  @Suite(.ownThreads, .fullControl) struct WaitTests {
    private actor Inbox {
      private(set) var count = 0
      func add() { count += 1 }
    }

    /// Explores a body that passes, and requires that only virtual time passed for it.
    private func passes(
      _ virtualTime: Duration? = nil, schedules: Int = 300, line: UInt = #line,
      _ body: @escaping @Sendable () async throws -> Void
    ) {
      let report = explore(schedules: schedules, line: line, body: body)
      #expect(report.outcome == .passed)
      #expect(report.fromOutside == 0)
      if let virtualTime { #expect(report.virtualTime == virtualTime) }
    }

    /// Explores a body whose wait fails, and returns the lines of the failure.
    private func lines(_ body: @escaping @Sendable () async throws -> Void) throws -> [String] {
      let (report, host) = recording { explore(schedules: 300, body: body) }
      #expect(report.outcome == .failed)
      #expect(report.fromOutside == 0)
      try #require(host.texts.count == 1)
      return host.textLines
    }

    @Test func wait_thatIsFulfilled_takesNoTime() {
      passes(.zero) {
        let received = Expectation("received", count: 2)
        Task { received.fulfill() }
        Task { received.fulfill() }
        await received.wait(timeout: .seconds(5))
      }
    }

    @Test func wait_withoutAFulfillment_timesOutInVirtualTime() throws {
      let line = #line + 3
      let lines = try lines {
        let received = Expectation("received")
        await received.wait(timeout: .seconds(60))
      }
      #expect(lines[0].hasPrefix("Fails under schedule 1 of 300 ("))
      let text = "Timed out after 60.00 s waiting for \"received\"   WaitTests.swift:\(line)"
      #expect(lines[0].hasSuffix("s): \(text)"))
      // A debug build says first that nothing else holds it.
      let rest = lines.filter { !$0.hasPrefix("  no closure, task or object holds \"received\"") }
      #expect(rest[1].hasPrefix("  ✘ \"received\"  0 of 1   created at WaitTests.swift:"))
    }

    @Test func eventually_aConditionOfAnActor_pollsInVirtualTime() {
      passes(.seconds(20)) {
        let inbox = Inbox()
        let sender = Task {
          try await Task.sleep(for: .seconds(20))
          await inbox.add()
        }
        try await eventually("one arrived", timeout: .seconds(60), pollingInterval: .seconds(1)) {
          await inbox.count == 1
        }
        try await sender.value
      }
    }

    @Test @MainActor func eventually_aConditionOfTheMainActor_pollsInVirtualTime() {
      passes { @MainActor in
        var count = 0
        let sender = Task { @MainActor in
          try await Task.sleep(for: .milliseconds(50))
          count += 1
        }
        try await eventually { count == 1 }
        try await sender.value
      }
    }

    @Test func eventually_aConditionThatNeverHolds_failsInVirtualTime() throws {
      let lines = try lines {
        let inbox = Inbox()
        try await eventually("one arrived", timeout: .seconds(60)) { await inbox.count == 1 }
      }
      #expect(lines[0].contains("s): Timed out after 60.00 s: \"one arrived\""), "\(lines)")
    }

    @Test func eventually_anEvaluationThatHangs_failsInVirtualTime() throws {
      let lines = try lines {
        try await eventually("answered", timeout: .seconds(1)) {
          await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
          return true
        }
      }
      #expect(lines[0].contains("\"answered\""), "\(lines)")
    }

    @Test func never_aConditionThatStaysFalse_watchesInVirtualTime() {
      passes(.seconds(30), schedules: 20) {
        let inbox = Inbox()
        await never("one arrived", for: .seconds(30), pollingInterval: .seconds(1)) { await inbox.count > 0 }
      }
    }

    @Test func within_aBodyThatIsTooSlow_failsInVirtualTime() throws {
      passes(.seconds(10)) { try await within(.seconds(60)) { try await Task.sleep(for: .seconds(10)) } }
      let lines = try lines { try await within(.seconds(60)) { try await Task.sleep(for: .seconds(100)) } }
      #expect(lines[0].contains("s): Timed out after 60.00 s"), "\(lines)")
    }

    @Test func recorder_ofAStream_waitsForEachValue() {
      passes(.seconds(20)) {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        let recorder = Recorder(stream)
        let sender = Task {
          for number in 1...2 {
            try await Task.sleep(for: .seconds(10))
            continuation.yield(number)
          }
          continuation.finish()
        }
        #expect(try await recorder.next(timeout: .seconds(60)) == 1)
        #expect(try await recorder.next(timeout: .seconds(60)) == 2)
        try await sender.value
      }
    }

    @Test func manualClock_moves_whenTheTestMovesIt() {
      passes(.zero) {
        let clock = ManualClock()
        let woken = Expectation("woken")
        let sleeper = Task {
          try await clock.sleep(until: clock.now.advanced(by: .seconds(60)))
          woken.fulfill()
        }
        await clock.waitForSleepers(1)
        await clock.advance(by: .seconds(60))
        await woken.wait(timeout: .seconds(5))
        try await sleeper.value
      }
    }

    @Test func manualClock_thatNobodyMoves_isNamedByTheStuckRun() throws {
      let (report, host) = recording {
        explore {
          let clock = ManualClock()
          let sleeper = Task { try await clock.sleep(for: .seconds(60)) }
          await clock.advance(by: .seconds(1))
          try await sleeper.value
        }
      }
      let line = #line - 5
      #expect(report.outcome == .stuck)
      let text = try #require(host.texts.first)
      #expect(text.contains("\n  a manual clock of this test is at 1.000 s; 1 sleeper, due in 60.00 s\n"), "\(text)")
      #if arch(x86_64) && DEBUG
        #expect(text.contains("\n  A     waits in "), "\(text)")
        #expect(text.contains("   started at WaitTests.swift:\(line)\n"), "\(text)")
      #endif
    }

    /// The release of a recorder cancels its task. If a new clock held the recorder for a moment, that could be the
    /// last reference, and the exploration would take the task for one of its own.
    @Test func manualClock_besideRecordersOfAnotherThread_holdsNone() {
      let (isOver, ended) = (Locked(false), DispatchGroup())
      ended.enter()
      Thread.detachNewThread {
        while !isOver.withLock({ $0 }) {
          let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
          let recorder = Recorder(stream)
          // Sets the pace. Most tasks then wait when they are canceled, as those of real recorders do.
          Thread.sleep(forTimeInterval: 0.000_02)
          withExtendedLifetime((recorder, continuation)) {}
        }
        ended.leave()
      }
      for _ in 0..<20 {
        passes(schedules: 200) {
          let other = Task { for _ in 0..<50 { _ = ManualClock() } }
          for _ in 0..<50 { _ = ManualClock() }
          await other.value
        }
      }
      isOver.withLock { $0 = true }
      ended.wait()
    }

    @Test func wait_thatMissesItsEvent_isFound() throws {
      let lines = try lines {
        let inbox = Inbox()
        let arrived = Expectation("arrived")
        // The bug: the event counts only if the task looks before it has come.
        let observer = Task { if await inbox.count == 0 { arrived.fulfill() } }
        let sender = Task { await inbox.add() }
        await arrived.wait(timeout: .seconds(5))
        _ = await (observer.value, sender.value)
      }
      #expect(lines[0].contains("Timed out after 5.00 s waiting for \"arrived\""))
    }

    @MainActor @Observable fileprivate final class Model {
      var state = 0

      func load() async {
        state = 1
        await Task.yield()
        state = 2
        state = 3
      }
    }

    /// Each value is recorded in every order, also those without a suspension between them.
    @Test func observedValues_areTheSameInEveryOrder() {
      passes {
        let model = await Model()
        let states = Recorder(observing: { @MainActor in model.state })
        async let loading: Void = model.load()
        #expect(await states.skip(1))
        await loading
        let recorded = try await states.next(3)
        #expect(recorded == [1, 2, 3])
      }
    }
  }
#endif
