import Testing

@testable import Expectations

@Suite struct CancellationTests {
  @Test func asyncLet_thatNothingAwaits_isAWarning_atItsLine() async {
    let (_, host) = await recording {
      let saved = Expectation("saved")
      async let _ = saved.wait(timeout: .seconds(60))
    }
    #expect(
      host.warnings.map(\.firstLine) == [
        #"Nothing was checked: this wait for "saved" was cancelled, and no other was decided; it was never fulfilled"#
      ])
    #expect(host.warnings.map(\.line) == [2])
    #expect(host.failures == [])
  }

  @Test func asyncLet_besideAnotherWaitOrAfterReading_isNoProblem() async {
    await expectNoProblems {
      let (saved, opened) = (Expectation("saved"), Expectation("opened"))
      do {
        async let _ = saved.wait(timeout: .seconds(60))
        async let _ = opened.wait(timeout: .seconds(60))
      }
      saved.fulfill()
      await saved.wait()
      #expect(opened.fulfillmentCount == 0)
    }
  }

  @Test(arguments: [Duration.seconds(60), .zero, .seconds(-1)])
  func cancelledBefore_endsAtOnce_unlessItIsComplete_andRecordsNothing(timeout: Duration) async {
    await expectNoProblems {
      let (done, number) = (Expectation("done"), Expectation("number", of: Int.self))
      let (complete, events, clock) = (Expectation("complete"), Recorder<Int>("events"), ManualClock())
      complete.fulfill()
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        #expect(await complete.wait(timeout: timeout))
        #expect(await done.wait(timeout: timeout) == false)
        #expect(await report(of: [done], timeout: timeout).outcome == .cancelled)
        await #expect(throws: CancellationError.self) { try await number.wait(timeout: timeout) }
        await #expect(throws: CancellationError.self) { try await number.wait(equals: 1, timeout: timeout) }
        await #expect(throws: CancellationError.self) { try await done.failure(timeout: timeout) }
        await #expect(throws: CancellationError.self) { try await events.next(timeout: timeout) }
        #expect(await clock.waitForSleepers(timeout: timeout) == false)
        await #expect(throws: CancellationError.self) { try await eventually("never", timeout: timeout) { false } }
        let lasts = await always("lasts", for: .seconds(60)) { () throws -> Bool in
          try Task.checkCancellation()
          return true
        }
        #expect(!lasts)
        #expect(await !always("lasts", for: timeout) { false })
        #expect(await !never("comes", for: timeout) { true })
        // Without any time, it is certain that nothing has come.
        #expect(await done.expectNone(for: timeout) == (timeout <= .zero))
      }
      await task.value
    }
  }

  @Test func cancelledDuring_endsAtOnce() async {
    await expectNoProblems {
      let (started, done) = (Expectation("started"), Expectation("done", of: Int.self))
      let task = Task {
        started.fulfill()
        try await done.wait(timeout: .seconds(60))
      }
      await started.wait()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }
}
