import Testing

@testable import Expectations

@Suite struct ExpectNextTests {
  private func recorder(_ events: Int..., line: UInt = #line) -> Recorder<Int> {
    let recorder = Recorder<Int>("numbers", line: line)
    for event in events { recorder.record(event) }
    return recorder
  }

  @Test func events_thatAreExpected_areConsumed() async throws {
    try await expectNoProblems {
      let numbers = recorder(1, 2, 3, 4)
      try await numbers.expectNext(1)
      try await numbers.expectNext([2, 3])
      try await numbers.expectNext([])
      try blocking { try numbers.expectNext(4) }
      Task { for number in 5...6 { numbers.record(number) } }
      try await numbers.expectNext(5, 6, timeout: .seconds(60))
      #expect(numbers.unconsumed == [])
    }
  }

  @Test func otherEvents_areOneFailure_thatShowsBothLists_andStopsTheTest() async {
    let (_, host) = await recording {
      let numbers = recorder(9, 1, 2, 4)
      await numbers.skip()
      await #expect(throws: RecordingHost.Stop.self) { try await numbers.expectNext(1, 3, 5) }
      // The call has consumed the events, like `next`.
      #expect(numbers.unconsumed == [])
    }
    #expect(
      host.problems.map(\.message) == [
        """
        "numbers" did not record the expected events: event 3 is 2, expected 3
          2: 1
          3: 2
          4: 4
          expected:
          2: 1
          3: 3
          4: 5
          created at \(host.place(1))
        """
      ])
    #expect(host.failures.map(\.line) == [3])
  }

  @Test func otherEvents_inABlockingCall_fail() {
    let (_, host) = recording {
      #expect(throws: RecordingHost.Stop.self) { try recorder(1).expectNext([2]) }
      #expect(throws: RecordingHost.Stop.self) { try recorder(1, 2).expectNext(1, 3) }
    }
    host.expect(
      .failure(1, #""numbers" did not record the expected events: event 1 is 1, expected 2"#),
      .failure(2, #""numbers" did not record the expected events: event 2 is 2, expected 3"#))
  }

  /// The lists are shortened, but the difference is shown.
  @Test func difference_inTheMiddleOfALongList_isShown() async throws {
    let (_, host) = await recording {
      let numbers = Recorder<Int>("numbers")
      for number in 1...50 { numbers.record(number) }
      try? await numbers.expectNext((1...50).map { $0 == 25 ? 0 : $0 })
    }
    func list(_ numbers: ClosedRange<Int>) -> [String] { numbers.map { "  \($0): \($0)" } }
    let shortened = list(1...10) + ["  … 30 more …"] + list(41...50)
    let lines =
      [#"+3: failure: "numbers" did not record the expected events: event 25 is 25, expected 0"#] + shortened
      + ["  expected:"] + shortened + ["  created at \(host.place(1))"]
    #expect(host.problems.map { "\($0)" } == [lines.joined(separator: "\n")])
  }

  @Test func eventsThatDoNotCome_areAFailure_thatSaysWhatWasExpected_andConsumesNothing() async {
    let (_, host) = await recording {
      let numbers = recorder(1, 2)
      await #expect(throws: RecordingHost.Stop.self) { try await numbers.expectNext(1, 3, 5, timeout: .zero) }
      #expect(numbers.unconsumed == [1, 2])
    }
    #expect(
      host.problems.map(\.message) == [
        """
        Timed out after 0 s: "numbers" recorded 2 of 3 events
          event 2 is 2, expected 3
          1: 1
          2: 2
          expected:
          1: 1
          2: 3
          3: 5
          created at \(host.place(1))
        """
      ])
  }

  @Test func endBefore_isAFailure_anError_isThrown_andCancelling_recordsNothing() async {
    let (_, host) = await recording {
      let (ended, failed, silent) = (recorder(1), recorder(1), recorder())
      ended.recordEnd()
      failed.record(throwing: Refused())
      await #expect(throws: RecordingHost.Stop.self) { try await ended.expectNext(1, 2) }
      await #expect(throws: Refused.self) { try await failed.expectNext(1, 2) }
      let task = Task { try await silent.expectNext(1, timeout: .seconds(60)) }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    host.expect(.failure(4, #""numbers" ended after 1 of 2 events"#))
  }

  /// A list in brackets is one event if the events are lists.
  @Test func emptyList_isAnEvent_whereEventsAreLists() async throws {
    let lists = Recorder<[Int]>("lists")
    let (_, host) = await recording { _ = try? await Recorder<[Int]>("none").expectNext([], timeout: .zero) }
    host.expect(.failure(0, #"Timed out after 0 s: "none" recorded 0 of 1 event"#))
    lists.record([])
    lists.record([1])
    try await lists.expectNext([])
    let rest = [[1]]
    try await lists.expectNext(rest)
  }
}
