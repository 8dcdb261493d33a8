import Dispatch
import Foundation
import Testing

@testable import Expectations

/// Runs `body` when a call of the recorder is pending.
private func afterACall<Element>(of recorder: Recorder<Element>, _ body: () -> Void) async {
  while !recorder.isAwaitedNow { await Task.yield() }
  body()
}

/// The failures of a recorder's calls: each exactly once, at its line, with its own text.
@Suite struct RecorderFailureTests {
  private struct Refused: Error {}

  /// The texts of all failures, which must all be at `line`.
  private func texts(_ host: RecordingHost, at line: Int) -> [String] {
    #expect(host.problems.allSatisfy { $0.line == line && $0.text.hasPrefix("failure: ") }, "\(host.problems)")
    return host.problems.map(\.message)
  }

  @Test func silence_isOneFailure_thatShowsWhatCame_andStopsTheTest() async {
    let created = #line + 2
    let (_, host) = await recording {
      let progress = Recorder<Int>("progress")
      progress.record(10)
      progress.record(20)
      await #expect(throws: RecordingHost.Stop.self) { try await progress.next(3, timeout: .zero) }
    }
    #expect(
      texts(host, at: created + 3) == [
        """
        Timed out after 0 s: "progress" recorded 2 of 3 events
          1: 10
          2: 20
          created at RecorderFailureTests.swift:\(created)
        """
      ])
  }

  @Test func silence_inABlockingCall_saysWhatItBlocked() {
    let created = #line + 2
    let (_, host) = recording {
      let progress = Recorder<Int>("progress")
      #expect(throws: RecordingHost.Stop.self) { try progress.next(timeout: .zero) }
    }
    #expect(
      texts(host, at: created + 1) == [
        """
        Timed out after 0 s: "progress" recorded 0 of 1 event
          created at RecorderFailureTests.swift:\(created)
        """
      ])
  }

  @Test func silence_whereTheEnd_orAnError_wasWanted() async {
    let created = #line + 2
    let (_, host) = await recording {
      let progress = Recorder<Int>("progress")
      await #expect(throws: RecordingHost.Stop.self) { try await progress.finish(timeout: .zero) }
      await #expect(throws: RecordingHost.Stop.self) { try await progress.failure(timeout: .zero) }
    }
    #expect(
      host.problems == [
        .failure(created + 1, #"Timed out after 0 s: "progress" has not ended"#),
        .failure(created + 2, #"Timed out after 0 s: "progress" has not failed"#),
      ])
  }

  @Test func earlyEnd_failsAtOnce() async {
    let created = #line + 2
    let (_, host) = await recording {
      let progress = Recorder<Int>("progress")
      progress.record(10)
      progress.record(20)
      progress.recordEnd()
      await #expect(throws: RecordingHost.Stop.self) { try await progress.next(3, timeout: .seconds(3600)) }
    }
    #expect(
      texts(host, at: created + 4) == [
        """
        "progress" ended after 2 of 3 events
          1: 10
          2: 20
          created at RecorderFailureTests.swift:\(created)
        """
      ])
  }

  @Test func earlyEnd_duringTheWait_endsItAtOnce_sayingWhere() async throws {
    let created = #line + 2
    let (_, host) = await recording {
      let progress = Recorder<Int>("progress")
      Task.detached { await afterACall(of: progress) { progress.recordEnd() } }
      #expect(await progress.skip(timeout: .seconds(3600)) == false)
    }
    #expect(host.problems == [.failure(created + 2, #""progress" ended after 0 of 1 event"#)])
    #expect(host.problems[0].text.contains("  RecorderFailureTests.swift:\(created + 1), concurrency pool\n"))
  }

  @Test func error_inACallThatDoesNotThrow_isOneFailure() async {
    let created = #line + 2
    let (_, host) = await recording {
      let progress = Recorder<Int>("progress")
      progress.record(10)
      progress.record(throwing: Refused())
      #expect(await progress.skip(2, timeout: .seconds(3600)) == false)
      progress.dismiss()
    }
    #expect(
      texts(host, at: created + 3) == [
        """
        "progress" failed after 1 of 2 events: Refused()
          1: 10
          created at RecorderFailureTests.swift:\(created)
        """
      ])
  }

  @Test func cancelledSequence_saysSo() async {
    let created = #line + 2
    let (_, host) = await recording {
      let progress = Recorder<Int>("progress")
      progress.record(throwing: CancellationError())
      #expect(await progress.skip(2, timeout: .seconds(3600)) == false)
    }
    #expect(
      texts(host, at: created + 2) == [
        """
        "progress" was cancelled after 0 of 2 events
          created at RecorderFailureTests.swift:\(created)
        """
      ])
  }

  @Test func eventInsteadOfTheEnd_failsAtOnce_andIsNotToldAgain() async {
    let created = #line + 2
    let (_, host) = await recording {
      let progress = Recorder<Int>("progress")
      progress.record(10)
      progress.recordEnd()
      try? blocking { try progress.finish(timeout: .seconds(3600)) }
      _ = try? await progress.failure(timeout: .seconds(3600))
    }
    let list = "\n  1: 10\n  created at RecorderFailureTests.swift:\(created)"
    #expect(host.failures.map(\.line) == [created + 3, created + 4])
    #expect(
      host.failures.map(\.message) == [
        "\"progress\" recorded 1 event instead of its end" + list,
        "\"progress\" recorded 1 event instead of an error" + list,
      ])
  }

  @Test func endWithoutAnError_whereOneWasWanted() async {
    let created = #line + 2
    let (_, host) = await recording {
      let progress = Recorder<Int>("progress")
      progress.recordEnd()
      await #expect(throws: RecordingHost.Stop.self) { try await progress.failure(timeout: .seconds(3600)) }
    }
    #expect(
      texts(host, at: created + 2) == [
        "\"progress\" ended without an error\n  created at RecorderFailureTests.swift:\(created)"
      ])
  }

  @Test func expectNone_failsOnWhatIsThere_andOnTheFirstThatComes() async throws {
    let created = #line + 2
    let (_, host) = await recording {
      let progress = Recorder<Int>("progress")
      Task.detached { await afterACall(of: progress) { progress.record(10) } }
      #expect(await progress.expectNone(for: .seconds(3600)) == false)
      #expect(blocking { progress.expectNone(for: .seconds(3600)) } == false)
    }
    #expect(
      host.problems == [
        .failure(created + 2, #""progress" recorded 1 event where none was expected"#),
        .failure(created + 3, #""progress" recorded 1 event where none was expected"#),
      ])
  }

  @Test func expectNone_failsOnAnError_once() async {
    let created = #line + 2
    let (_, host) = await recording {
      let progress = Recorder<Int>("progress")
      progress.record(throwing: Refused())
      #expect(await progress.expectNone(for: .seconds(3600)) == false)
      #expect(await progress.expectNone(for: .seconds(3600)))
    }
    #expect(
      texts(host, at: created + 2) == [
        "\"progress\" failed where nothing was expected: Refused()\n  created at RecorderFailureTests.swift:\(created)"
      ])
  }

  @Test func negativeCounts_areFailuresAtTheCall() async {
    let created = #line + 2
    let (_, host) = await recording {
      let progress = Recorder<Int>("progress")
      progress.recordEnd()
      await #expect(throws: RecordingHost.Stop.self) { try await progress.next(-1) }
      #expect(blocking { progress.skip(.min) } == false)
    }
    #expect(
      host.problems == [
        .failure(created + 2, #""progress" can never be complete: its count -1 is negative"#),
        .failure(created + 3, #""progress" can never be complete: its count -9223372036854775808 is negative"#),
      ])
  }

  @Test func withoutAFramework_theErrorSaysWhatWasWrong() async {
    final class Unframed: TestHost {
      var hasStopped: Bool { true }
      func record(_ problem: Problem) {}
      func stop(recording problem: Problem?) -> any Error { WaitError(problem) }
    }
    await with(Unframed()) {
      let line = #line + 1
      let progress = Recorder<Int>("progress")
      progress.recordEnd()
      let error = await #expect(throws: WaitError.self) { try await progress.next(2) }
      #expect(
        error?.description == """
          "progress" ended after 0 of 2 events
            created at RecorderFailureTests.swift:\(line)
          """)
    }
  }

  // MARK: Unconsumed events

  @Test func unconsumed_isAFailureWhereItWasCreated() async throws {
    let created = #line + 2
    let (_, host) = try await recording {
      let progress = Recorder<String>("progress")
      for step in ["begun", "half", "done"] { progress.record(step) }
      try await progress.next()
      #expect(progress.elements.count == 3)
    }
    #expect(
      texts(host, at: created) == [
        """
        "progress" recorded 2 events that the test did not consume
          1: "begun" (consumed)
          2: "half"
          3: "done"
          created at RecorderFailureTests.swift:\(created)
        """
      ])
  }

  @Test func unconsumedError_isAFailureToo() {
    let line = #line + 2
    let (_, host) = recording {
      Recorder<Int>("uploads").record(throwing: Refused())
    }
    let place = "\n  created at RecorderFailureTests.swift:"
    #expect(
      texts(host, at: line) == [
        "\"uploads\" ended with an error that the test did not consume: Refused()\(place)\(line)"
      ])
    let (_, other) = recording {
      let downloads = Recorder<Int>("downloads")
      downloads.record(1)
      downloads.record(throwing: CancellationError())
    }
    #expect(
      other.failures.map(\.message) == [
        "\"downloads\" recorded 1 event that the test did not consume, and ended with an error: CancellationError()\n  1: 1"
          + "\(place)\(line + 8)"
      ])
  }

  @Test func dismissed_orEndedQuietly_isNoFailure() {
    let (_, host) = recording {
      let dismissed = Recorder<Int>("dismissed")
      dismissed.dismiss()
      dismissed.record(1)
      dismissed.record(throwing: Refused())
      Recorder<Int>("ended").recordEnd()
      _ = Recorder<Int>("unused")
    }
    #expect(host.problems == [])
  }

  @Test func unconsumed_becauseTheTestWasStopped_isNoFailure() async {
    let created = #line + 2
    let (_, host) = await recording {
      let (first, second) = (Recorder<Int>("first"), Recorder<Int>("second"))
      second.record(1)
      await #expect(throws: RecordingHost.Stop.self) { try await first.next(timeout: .zero) }
    }
    #expect(host.problems == [.failure(created + 2, #"Timed out after 0 s: "first" recorded 0 of 1 event"#)])
  }

  @Test func consumedEvents_areShownBeforeTheOthers() async throws {
    let created = #line + 2
    let (_, host) = try await recording {
      let progress = Recorder<Int>("progress")
      for event in 1...3 { progress.record(event) }
      try await progress.next(2)
      await #expect(throws: RecordingHost.Stop.self) { try await progress.finish(timeout: .seconds(3600)) }
    }
    #expect(
      texts(host, at: created + 3) == [
        """
        "progress" recorded 1 event instead of its end
          1: 1 (consumed)
          2: 2 (consumed)
          3: 3
          created at RecorderFailureTests.swift:\(created)
        """
      ])
  }

  @Test func eventAfterTheEnd_showsWhatCameBefore() async throws {
    let created = #line + 2
    let (_, host) = try await recording {
      let progress = Recorder<Int>("progress")
      for event in 1...2 { progress.record(event) }
      try await progress.next()
      progress.recordEnd()
      progress.record(3)
      progress.dismiss()
    }
    #expect(
      texts(host, at: created + 4) == [
        """
        "progress" recorded an event after its end: 3
          events before its end:
          1: 1 (consumed)
          2: 2
          created at RecorderFailureTests.swift:\(created)
        """
      ])
  }

  @Test func eventAfterTheEnd_isAFailureAtItsLine() {
    let created = #line + 2
    let (_, host) = recording {
      let progress = Recorder<Int>("progress")
      progress.recordEnd()
      progress.record(1)
    }
    #expect(
      texts(host, at: created + 2) == [
        "\"progress\" recorded an event after its end: 1\n  created at RecorderFailureTests.swift:\(created)"
      ])
  }
}
