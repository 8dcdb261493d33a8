import Testing

@testable import Expectations

@Suite struct WindowTests {
  @Test func always_thatHolds_lastsForItsWindow() async {
    let start = Instant.now()
    #expect(await always("connected", for: .milliseconds(20)) { true })
    #expect(Instant.now().since(start) >= 20_000_000)
  }

  /// An error breaks it, too.
  @Test func window_thatBreaks_failsAtOnce() async {
    struct Lost: Error {}
    let counter = Counter()
    let (_, host) = await recording {
      #expect(await !always("lit", for: .seconds(3600), pollingInterval: .microseconds(50)) { counter.next() < 3 })
      #expect(await !always("readable", for: .seconds(3600)) { throw Lost() })
      #expect(await !never("error shown", for: .seconds(3600)) { true })
    }
    host.expect(
      .failure(1, #""lit" did not last: it did not hold after # of 3600.00 s"#),
      .failure(2, #""readable" did not last: it did not hold after # of 3600.00 s"#),
      .failure(3, #""error shown" must not come true, but did after # of 3600.00 s"#))
  }

  @Test func never_thatThrows_hasNotComeTrue() async {
    struct Missing: Error {}
    #expect(await never("found", for: .milliseconds(1)) { throw Missing() })
  }

  @Test func cancellation_endsTheWindow_withoutAFailure() async {
    let holds = await expectNoProblems {
      let evaluated = Expectation("evaluated", count: 1...)
      let task = Task {
        await always("connected", for: .seconds(3600)) {
          evaluated.fulfill()
          return true
        }
      }
      await evaluated.wait()
      task.cancel()
      return await task.value
    }
    #expect(!holds)
  }

  @Test func otherForms_watchToo() async {
    let evaluations = Locked(0)
    #expect(
      await never("true", for: .milliseconds(1)) {
        await Task.yield()
        return evaluations.withLock { $0 } > 0
      })
    #expect(
      await always("true", for: .milliseconds(1)) {
        await Task.yield()
        return evaluations.withLock { $0 } == 0
      })
    blocking {
      #expect(never("true", for: .milliseconds(1)) { false })
      #expect(always("true", for: .milliseconds(1)) { true })
    }
  }
}
