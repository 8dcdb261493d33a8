import Testing

@testable import Expectations

/// Runs `body` when a call of the recorder is pending.
private func afterACall<Element>(of recorder: Recorder<Element>, _ body: () -> Void) async {
  while !recorder.isAwaitedNow { await Task.yield() }
  body()
}

@Suite struct RecorderFailureTests {
  /// The text of the one problem, which must be a failure at this line.
  private func text(of host: RecordingHost, at line: Int) -> String {
    #expect(host.problems.map(\.line) == [line] && host.warnings == [], "\(host.problems)")
    return host.problems.first?.message ?? ""
  }

  /// The text of the failure of a call, without its last line, which must be the place of the recorder.
  private func failure(
    after events: [Int] = [], end: RecorderState<Int>.End? = nil, line: Int = #line,
    of call: (Recorder<Int>) async throws -> Any
  ) async -> String {
    let (_, host) = await recording(line: line) {
      let progress = Recorder<Int>("progress", line: 7)
      for event in events { progress.record(event) }
      switch end {
      case .finished?: progress.recordEnd()
      case .failed(let error)?: progress.record(throwing: error)
      case nil: break
      }
      do {
        let result = try await call(progress)
        #expect(result as? Bool == false)
      } catch {
        #expect(error is RecordingHost.Stop)
      }
    }
    let (text, place) = (text(of: host, at: 0), "\n  created at RecorderFailureTests.swift:7")
    #expect(text.hasSuffix(place))
    return String(text.dropLast(place.count))
  }

  @Test func silence_isOneFailure_thatShowsWhatCame_andStopsTheTest() async {
    #expect(
      await failure(after: [10, 20]) { try await $0.next(3, timeout: .zero) } == """
        Timed out after 0 s: "progress" recorded 2 of 3 events
          1: 10
          2: 20
        """)
  }

  @Test func silence_inABlockingCall_orWhereTheEnd_orAnError_wasWanted() async {
    let text = await failure { progress in try blocking { try progress.next(timeout: .zero) } }
    #expect(text == #"Timed out after 0 s: "progress" recorded 0 of 1 event"#)
    let withoutEnd = await failure { try await $0.finish(timeout: .zero) }
    #expect(withoutEnd == #"Timed out after 0 s: "progress" has not ended"#)
    let withoutError = await failure { try await $0.failure(timeout: .zero) }
    #expect(withoutError == #"Timed out after 0 s: "progress" has not failed"#)
  }

  @Test func earlyEnd_failsAtOnce() async {
    #expect(
      await failure(after: [10, 20], end: .finished) { try await $0.next(3, timeout: .seconds(3600)) } == """
        "progress" ended after 2 of 3 events
          1: 10
          2: 20
        """)
  }

  @Test func earlyEnd_duringTheWait_endsItAtOnce_sayingWhere() async throws {
    let (_, host) = await recording {
      let progress = Recorder<Int>("progress")
      Task.detached { await afterACall(of: progress) { progress.recordEnd() } }
      #expect(await progress.skip(timeout: .seconds(3600)) == false)
    }
    host.expect(.failure(3, #""progress" ended after 0 of 1 event"#))
    #expect(host.problems[0].text.contains("  \(host.place(2)), concurrency pool\n"))
  }

  @Test func error_orCancellation_inACallThatDoesNotThrow_isOneFailure() async {
    #expect(
      await failure(after: [10], end: .failed(Refused())) { await $0.skip(2, timeout: .seconds(3600)) } == """
        "progress" failed after 1 of 2 events: Refused()
          1: 10
        """)
    let text = await failure(end: .failed(CancellationError())) { await $0.skip(2, timeout: .seconds(3600)) }
    #expect(text == #""progress" was cancelled after 0 of 2 events"#)
  }

  @Test func eventInsteadOfTheEnd_failsAtOnce_andIsNotToldAgain() async {
    let (_, host) = await recording {
      let progress = Recorder<Int>("progress")
      progress.record(10)
      progress.recordEnd()
      try? blocking { try progress.finish(timeout: .seconds(3600)) }
      _ = try? await progress.failure(timeout: .seconds(3600))
    }
    let list = "\n  1: 10\n  created at \(host.place(1))"
    #expect(host.failures.map(\.line) == [4, 5])
    #expect(
      host.failures.map(\.message) == [
        "\"progress\" recorded 1 event instead of its end" + list,
        "\"progress\" recorded 1 event instead of an error" + list,
      ])
  }

  @Test func endWithoutAnError_whereOneWasWanted() async {
    let text = await failure(end: .finished) { try await $0.failure(timeout: .seconds(3600)) }
    #expect(text == #""progress" ended without an error"#)
  }

  @Test func expectNone_failsOnWhatIsThere_andOnTheFirstThatComes() async throws {
    let (_, host) = await recording {
      let progress = Recorder<Int>("progress")
      Task.detached { await afterACall(of: progress) { progress.record(10) } }
      #expect(await progress.expectNone(for: .seconds(3600)) == false)
      #expect(blocking { progress.expectNone(for: .seconds(3600)) } == false)
    }
    #expect(host.problems == [3, 4].map { .failure($0, #""progress" recorded 1 event where none was expected"#) })
  }

  @Test func expectNone_failsOnAnError_once() async {
    let (_, host) = await recording {
      let progress = Recorder<Int>("progress")
      progress.record(throwing: Refused())
      #expect(await progress.expectNone(for: .seconds(3600)) == false)
      #expect(await progress.expectNone(for: .seconds(3600)))
    }
    #expect(
      text(of: host, at: 3)
        == "\"progress\" failed where nothing was expected: Refused()\n  created at \(host.place(1))")
  }

  @Test func negativeCounts_areFailuresAtTheCall() async {
    let (_, host) = await recording {
      let progress = Recorder<Int>("progress")
      progress.recordEnd()
      await #expect(throws: RecordingHost.Stop.self) { try await progress.next(-1) }
      #expect(blocking { progress.skip(.min) } == false)
    }
    host.expect(
      .failure(3, #""progress" can never be complete: its count -1 is negative"#),
      .failure(4, #""progress" can never be complete: its count -9223372036854775808 is negative"#))
  }

  @Test func withoutAFramework_theErrorSaysWhatWasWrong() async {
    final class Unframed: TestHost {
      var hasStopped: Bool { true }
      func record(_ problem: Problem) {}
      func stop(recording problem: Problem?) -> any Error { WaitError(problem) }
    }
    await with(Unframed()) {
      let progress = Recorder<Int>("progress", line: 7)
      progress.recordEnd()
      let error = await #expect(throws: WaitError.self) { try await progress.next(2) }
      #expect(
        error?.description == """
          "progress" ended after 0 of 2 events
            created at RecorderFailureTests.swift:7
          """)
    }
  }

  @Test func unconsumed_isAFailureWhereItWasCreated() async throws {
    let (_, host) = try await recording {
      let progress = Recorder<String>("progress")
      for step in ["begun", "half", "done"] { progress.record(step) }
      try await progress.next()
      #expect(progress.elements.count == 3)
    }
    #expect(
      text(of: host, at: 1) == """
        "progress" recorded 2 events that the test did not consume
          1: "begun" (consumed)
          2: "half"
          3: "done"
          created at \(host.place(1))
        """)
  }

  @Test func unconsumedError_isAFailureToo() {
    let (_, host) = recording { Recorder<Int>("uploads").record(throwing: Refused()) }
    #expect(
      text(of: host, at: 0) == """
        "uploads" ended with an error that the test did not consume: Refused()
          created at \(host.place(0))
        """)
    let (_, other) = recording {
      let downloads = Recorder<Int>("downloads")
      downloads.record(1)
      downloads.record(throwing: CancellationError())
    }
    #expect(
      text(of: other, at: 1) == """
        "downloads" recorded 1 event that the test did not consume, and ended with an error: CancellationError()
          1: 1
          created at \(other.place(1))
        """)
  }

  @Test func unconsumed_beforeAnErrorThatACallThrew_isAFailure_unlessAFailureShowedIt() async {
    let (_, host) = await recording {
      let thrown = Recorder<Int>("thrown")
      thrown.record(1)
      thrown.record(throwing: Refused())
      await #expect(throws: Refused.self) { try await thrown.next(2) }
      let shown = Recorder<Int>("shown")
      shown.record(1)
      shown.record(throwing: Refused())
      #expect(await shown.skip(2) == false)
      withExtendedLifetime(thrown) {}
    }
    #expect(
      Set(host.problems) == [
        .failure(1, #""thrown" recorded 1 event that the test did not consume"#),
        .failure(8, #""shown" failed after 1 of 2 events: Refused()"#),
      ])
    #expect(host.problems.count == 2)
  }

  @Test func dismissed_orEndedQuietly_isNoFailure() async {
    await expectNoProblems {
      let dismissed = Recorder<Int>("dismissed")
      dismissed.dismiss()
      dismissed.record(1)
      dismissed.record(throwing: Refused())
      Recorder<Int>("ended").recordEnd()
      _ = Recorder<Int>("unused")
    }
  }

  @Test func unconsumed_becauseTheTestWasStopped_isNoFailure() async {
    let (_, host) = await recording {
      let (first, second) = (Recorder<Int>("first"), Recorder<Int>("second"))
      second.record(1)
      await #expect(throws: RecordingHost.Stop.self) { try await first.next(timeout: .zero) }
    }
    host.expect(.failure(3, #"Timed out after 0 s: "first" recorded 0 of 1 event"#))
  }

  @Test func consumedEvents_areShownBeforeTheOthers() async throws {
    let (_, host) = try await recording {
      let progress = Recorder<Int>("progress")
      for event in 1...3 { progress.record(event) }
      try await progress.next(2)
      await #expect(throws: RecordingHost.Stop.self) { try await progress.finish(timeout: .seconds(3600)) }
    }
    #expect(
      text(of: host, at: 4) == """
        "progress" recorded 1 event instead of its end
          1: 1 (consumed)
          2: 2 (consumed)
          3: 3
          created at \(host.place(1))
        """)
  }

  @Test func eventAfterTheEnd_isAFailureAtItsLine_andShowsWhatCameBefore() async throws {
    let (_, alone) = recording {
      let progress = Recorder<Int>("progress")
      progress.recordEnd()
      progress.record(1)
    }
    #expect(
      text(of: alone, at: 3) == "\"progress\" recorded an event after its end: 1\n  created at \(alone.place(1))")
    let (_, host) = try await recording {
      let progress = Recorder<Int>("progress")
      for event in 1...2 { progress.record(event) }
      try await progress.next()
      progress.recordEnd()
      progress.record(3)
      progress.dismiss()
    }
    #expect(
      text(of: host, at: 5) == """
        "progress" recorded an event after its end: 3
          events before its end:
          1: 1 (consumed)
          2: 2
          created at \(host.place(1))
        """)
  }
}
