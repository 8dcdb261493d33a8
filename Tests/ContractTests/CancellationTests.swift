import Dispatch
import Testing

@testable import Expectations

@Suite struct CancellationTests {
  @Test func asyncLet_thatNothingAwaits_isAWarning_atItsLine() async {
    let line = #line
    let (_, host) = await recording {
      let saved = Expectation("saved")
      async let _ = saved.wait(timeout: .seconds(60))
    }
    #expect(
      host.warnings.map(\.firstLine) == [
        #"Nothing was checked: this wait for "saved" was cancelled, and no other was decided; it was never fulfilled"#
      ])
    #expect(host.warnings.map(\.line) == [line + 3])
    #expect(host.failures == [])
  }

  @Test func asyncLet_besideAnotherWaitOrAfterReading_isNoProblem() async {
    let (_, host) = await recording {
      let (saved, opened) = (Expectation("saved"), Expectation("opened"))
      do {
        async let _ = saved.wait(timeout: .seconds(60))
        async let _ = opened.wait(timeout: .seconds(60))
      }
      saved.fulfill()
      await saved.wait()
      #expect(opened.fulfillmentCount == 0)
    }
    #expect(host.problems == [])
  }

  @Test func cancelledBefore_endsAtOnce_andRecordsNothing() async {
    let (_, host) = await recording {
      let done = Expectation("done")
      let number = Expectation("number", of: Int.self)
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        #expect(await done.wait(timeout: .seconds(60)) == false)
        #expect(await report(of: [done], timeout: .seconds(60)).outcome == .cancelled)
        await #expect(throws: CancellationError.self) { try await number.wait(timeout: .seconds(60)) }
      }
      await task.value
    }
    #expect(host.problems == [])
  }

  /// Nothing that a canceled task looks for once is a failure.
  @Test func cancelledBefore_withATimeoutOfZero_recordsNothing() async {
    let (_, host) = await recording {
      let (done, number) = (Expectation("done"), Expectation("number", of: Int.self))
      let (events, clock) = (Recorder<Int>("events"), ManualClock())
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        #expect(await done.wait(timeout: .zero) == false)
        #expect(await report(of: [done], timeout: .seconds(-1)).outcome == .cancelled)
        await #expect(throws: CancellationError.self) { try await number.wait(timeout: .zero) }
        await #expect(throws: CancellationError.self) { try await events.next(timeout: .zero) }
        #expect(await clock.waitForSleepers(timeout: .zero) == false)
        await #expect(throws: CancellationError.self) { try await eventually("never", timeout: .zero) { false } }
        #expect(await done.expectNone(for: .zero))
      }
      await task.value
    }
    #expect(host.problems == [])
  }

  @Test func cancelledBefore_aConditionWhoseBodySaysSo_recordsNothing() async {
    let (_, host) = await recording {
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        let lasts = await always("lasts", for: .seconds(60)) { () throws -> Bool in
          try Task.checkCancellation()
          return true
        }
        #expect(!lasts)
      }
      await task.value
    }
    #expect(host.problems == [])
  }

  @Test func cancelledBefore_butComplete_isComplete() async {
    let done = Expectation("done")
    done.fulfill()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await done.wait(timeout: .seconds(60))
    }
    #expect(await task.value)
  }

  @Test func cancelledDuring_endsAtOnce() async {
    let (_, host) = await recording {
      let (started, done) = (Expectation("started"), Expectation("done", of: Int.self))
      let task = Task {
        started.fulfill()
        try await done.wait(timeout: .seconds(60))
      }
      await started.wait()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    #expect(host.problems == [])
  }
}
