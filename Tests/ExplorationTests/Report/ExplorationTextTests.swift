import Testing

@testable import Exploration

@Suite struct ExplorationTextTests {
  private static func text(
    _ facts: ExplorationFacts, name: String? = nil, options: [ExplorationOption] = [], replay: String? = nil
  ) -> String {
    ExplorationText(name: name, settings: ExplorationSettings(replay: replay, options), facts: facts).text
  }

  private static func finding(_ verdict: Verdict) -> Finding {
    Finding(verdict: verdict, number: 3, code: ScheduleCode(choices: [0, 0, 1]), runTime: 200_000)
  }

  private static let repeating = #"repeat: explore(replay: "x1-0021RG"), or EXPECTATIONS_REPLAY=x1-0021RG"#

  @Test func text_aFailure_hasItsPlaceAndItsCode() {
    let failure = Verdict.Failure(text: "Expectation failed: (v → 1) == 2", place: "CounterTests.swift:31")
    let facts = ExplorationFacts(schedules: 3, finding: Self.finding(.failed(failure)), repeated: 3)
    #expect(
      Self.text(facts, name: "counting") == """
        counting: Fails under schedule 3 of 1000 (0.2 ms): Expectation failed: (v → 1) == 2   CounterTests.swift:31
        \(Self.repeating) · it failed 3 times of 3
        """)
  }

  @Test func text_aStuckRunWithoutControlOfSleeps_saysWhatToWrite() {
    let facts = ExplorationFacts(schedules: 3, finding: Self.finding(.stuck), gaps: ["sleeps"])
    #expect(
      Self.text(facts, replay: "x1-0021RG").hasPrefix(
        "Stuck under schedule 3 of 1: no task can run and none sleeps. This runtime does not let an exploration control"
          + " sleeps: let the code sleep on an ExplorationClock, try await clock.sleep(for:)\nrepeat: "))
  }

  @Test func text_withoutAFailure_countsTheSchedules() {
    #expect(Self.text(ExplorationFacts(schedules: 1)) == "1 schedule passed")
    let one = ExplorationFacts(schedules: 1, isComplete: true)
    #expect(Self.text(one, options: [.exhaustive(deviations: 0)]) == "1 schedule passed")
    let all = ExplorationFacts(schedules: 45, isComplete: true)
    let rest =
      "; orders inside a step were not tried, as between two locked sections, or two calls in the queue of one actor"
    #expect(Self.text(all) == "45 schedules passed, which are all orders of the steps between awaits" + rest)
    #expect(
      Self.text(all, options: [.exhaustive(deviations: 2)])
        == "45 schedules passed, which are all with at most 2 deviations from the order of arrival" + rest)
    #expect(
      Self.text(one)
        == "1 schedule passed; there is one schedule only, because no two tasks were ready at the same time: let two tasks call"
    )
    #expect(
      Self.text(ExplorationFacts(schedules: 9), options: [.exhaustive])
        == "Not exhaustive: 9 schedules passed, and then the budget is spent."
        + " Give it more with schedules: or .within(_:), or permit fewer deviations")
    #expect(
      Self.text(ExplorationFacts(schedules: 1), replay: "x1-00EW")
        == "1 schedule passed; only the schedule of replay: \"x1-00EW\" ran; remove the code when it is no longer needed"
    )
    #expect(
      Self.text(ExplorationFacts(schedules: 9, hasReachedTimeLimit: true), options: [.within(.seconds(3))])
        == "9 schedules passed; 9 of 1000 schedules ran, then the 3 s were over; see .within(_:)")
  }

  @Test func text_workFromOutside_namesItsSources() {
    let source = "queue \"Samples.save\""
    var facts = ExplorationFacts(
      schedules: 100, schedulesWithOutside: 75,
      outsideEvents: [OutsideEvent(kind: .resumption, source: source)])
    let text =
      "Not under control: in 75 of 100 schedules a task was resumed from outside (queue \"Samples.save\")."
      + " Only the rest is explored. If it belongs to the test, say so:"
      + " explore(.outside(.isAwaited(for: .milliseconds(50))))"
    #expect(Self.text(facts) == text)
    facts.gaps = ["the main actor"]
    #expect(Self.text(facts) == text + ". This runtime does not let an exploration control the main actor")
    facts.gaps = []
    facts.outsideEvents.insert(OutsideEvent(kind: .submission, source: source), at: 0)
    #expect(
      Self.text(facts)
        == text.replacing("a task was resumed from outside (\(source))", with: "work was handed to \(source)"))
  }
}
