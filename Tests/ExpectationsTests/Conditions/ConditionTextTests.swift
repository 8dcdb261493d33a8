import Testing

@testable import Expectations

@Suite struct ConditionTextTests {
  private struct Offline: Error, CustomStringConvertible { let description: String }

  /// The failure of a condition with these evaluations, at 0, 300, 310 ms, and so on.
  private func text(
    _ evaluations: [Evaluation], goal: ConditionGoal = .eventually,
    failure: ConditionFailure = .timedOut(heldLast: false), time: Duration = .seconds(1), uncounted: Duration = .zero,
    expected: String? = nil, hasHeld: Bool = false
  ) -> String {
    var notes = EvaluationNotes()
    for (index, evaluation) in evaluations.enumerated() {
      notes.add(evaluation, at: index == 0 ? .zero : .milliseconds(290 + 10 * index))
    }
    let site = CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
    let request = Condition.Request("badge", nil, .zero, site, [], goal)
    let pace = PollingPace(interval: 0, longest: 0)
    var state = ConditionState(goal, limit: 1_000_000_000, grace: 0, pace: pace)
    (state.earliest, state.stability) = (2_000_000_000, 1_000_000_000)
    for _ in evaluations.dropLast(hasHeld ? 1 : 0) { _ = state.judge(.fails, from: 0, to: 0) }
    if hasHeld { _ = state.judge(.holds, from: state.earliest, to: state.earliest) }
    return ConditionReport(
      request: request, state: state, failure: failure, time: time, uncounted: uncounted, notes: notes,
      expected: expected
    ).text
  }

  private func values(_ values: [Int], expected: Int) -> String {
    text(values.map { Evaluation(of: $0, expecting: expected) }, expected: "\(expected)")
  }

  private func error(_ text: String) -> Evaluation {
    Evaluation(throwing: Offline(description: text), isUnrecoverable: false)
  }

  /// The text of one that timed out, with these lines after its first one.
  private func timedOut(_ lines: String...) -> String {
    (["Timed out after 1.00 s: \"badge\" did not come true"] + lines).joined(separator: "\n  ")
  }

  @Test func differentValues_areListed_withTheirTimes() {
    let listed = "0, 1 (first seen at 0.300 s), 0 (first seen at 0.310 s)"
    #expect(values([0, 1, 0], expected: 3) == timedOut("tried 3 times, the last values were \(listed), expected 3"))
  }

  @Test func equalValues_inARow_areOne() {
    #expect(values([2, 2, 2], expected: 3) == timedOut("tried 3 times, the last value was 2, expected 3"))
    #expect(
      values([0, 0, 1, 1], expected: 3)
        == timedOut("tried 4 times, the last values were 0, 1 (first seen at 0.310 s), expected 3"))
  }

  @Test func ofVeryManyValues_theLastFourAreListed() {
    let times =
      "4 (first seen at 0.330 s), 5 (first seen at 0.340 s), 6 (first seen at 0.350 s), 7 (first seen at 0.360 s)"
    #expect(
      values([0, 1, 2, 3, 4, 5, 6, 7], expected: 9)
        == timedOut("tried 8 times, the last 4 of 8 values were \(times), expected 9"))
  }

  @Test func longValues_haveLinesOfTheirOwn() {
    let long = String(repeating: "a", count: 300)
    #expect(
      text([long, "b\nc"].map { Evaluation(of: $0, expecting: "d") }, expected: "d") == """
        Timed out after 1.00 s: "badge" did not come true
          tried 2 times, the last values are listed below, expected d
            0.000 s  \(long.prefix(100))…\(long.prefix(100))
            0.300 s  b
              c
        """)
  }

  @Test func bool_hasOnlyItsLastValue() {
    #expect(
      text([true, false, true, false].map { Evaluation(of: $0) })
        == timedOut("tried 4 times, the last value was false"))
    #expect(
      text([Evaluation(of: true)], failure: .timedOut(heldLast: true), hasHeld: true) == """
        Timed out after 1.00 s: "badge" held at the end, but not yet for 1.00 s without a break
          tried once, the last value was true
        """)
    #expect(
      text([true, false].map { Evaluation(of: $0) }, hasHeld: true) == """
        Timed out after 1.00 s: "badge" held, but not for 1.00 s without a break
          tried 2 times, the last value was false
        """)
  }

  @Test func firstAndLastErrors_areListed() {
    #expect(text([error("offline"), error("offline")]) == timedOut("tried 2 times", "error: offline"))
    #expect(
      text([error("offline"), error("busy"), error("refused")])
        == timedOut("tried 3 times", "first error: offline", "last error: refused"))
    #expect(
      text([error("offline"), error("rejected")], failure: .unrecoverable, time: .milliseconds(300)) == """
        Gave up on "badge" after 0.300 s: rejected
          first error: offline
        """)
  }

  @Test func everyOtherFailure_saysWhatIsWrong() {
    let one = [Evaluation(of: true)]
    #expect(
      text(one, failure: .tooEarly, uncounted: .milliseconds(500)).hasPrefix(
        "\"badge\" came true too early: after 1.500 s, not before 2.000 s\n"))
    #expect(
      text(one, goal: .always, failure: .broken, time: .milliseconds(250)).hasPrefix(
        "\"badge\" did not last: it did not hold after 0.250 s of 1.000 s\n"))
    #expect(
      text(one, goal: .never, failure: .broken, time: .milliseconds(250)).hasPrefix(
        "\"badge\" must not come true, but did after 0.250 s of 1.000 s\n"))
    #expect(
      text([], failure: .stillRunning) == """
        Condition still running after 1.00 s: "badge"
          the first try did not end
        """)
    #expect(text(one, failure: .stillRunning, time: .seconds(9)).hasPrefix("Condition still running after 1.00 s: "))
    #expect(
      text(one, failure: .interrupted).hasPrefix(
        "Interrupted after 1.00 s because the enclosing wait timed out: \"badge\"\n"))
  }

  @Test func timeThatDidNotCount_isALineOfItsOwn() {
    #expect(
      text([Evaluation(of: false)], uncounted: .milliseconds(4620))
        == timedOut("tried once, the last value was false", "4.62 s more did not count: not everything could run"))
  }
}
