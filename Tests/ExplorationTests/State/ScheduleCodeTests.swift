import Testing

@testable import Exploration

@Suite struct ScheduleCodeTests {
  @Test(arguments: [
    ScheduleCode(), ScheduleCode(choices: [1]), ScheduleCode(choices: [0, 0, 2, 0, 17, 300]),
    ScheduleCode(choices: [1], sleeps: [300_000_000, 7, 0, 1_500_000_000, .max]),
    ScheduleCode(choices: Array(repeating: 0, count: 5_000) + [1], machineMayStall: true),
    ScheduleCode(choices: [0, 4], order: .sameTask), ScheduleCode(choices: [0, 4], fingerprint: 1),
    ScheduleCode(choices: [3], order: .sameTask, fingerprint: 4_095, sleeps: [20, 30], machineMayStall: true),
    ScheduleCode(choices: [2], cancels: true), ScheduleCode(choices: [2], machineMayStall: true, cancels: true),
  ])
  func scheduleCode_itsText_readsBack(code: ScheduleCode) {
    #expect(ScheduleCode(code.text) == code)
    #expect(ScheduleCode(code.text.lowercased()) == code)
  }

  @Test func scheduleCode_aShortSchedule_hasAShortText() {
    #expect(ScheduleCode(choices: [0, 0, 1, 0, 2]).text == "x1-0021127Z")
    #expect(ScheduleCode(choices: [0, 0]).text == ScheduleCode().text)
  }

  @Test(arguments: [
    "", "x1", "x1-", "x2-0021", "x1-00211", "x1-002112N", "x1-0U21127Z", "1234", "x1-0021127Z-", "x1-00-21127Z",
  ])
  func scheduleCode_anotherText_isNotRead(text: String) { #expect(ScheduleCode(text) == nil) }

  @Test func choiceOrder_bySameTask_putsItFirst() {
    func ranks(_ strands: [Int], after strand: Int) -> [Int] {
      let candidates = strands.enumerated().map { Candidate(event: .job(of: $0.element), arrival: $0.offset) }
      return candidates.indices.map {
        let rank = ChoiceOrder.sameTask.rank(of: $0, among: candidates, after: .job(of: strand))
        #expect(ChoiceOrder.sameTask.index(of: rank, among: candidates, after: .job(of: strand)) == $0)
        #expect(ChoiceOrder.arrival.rank(of: $0, among: candidates, after: .job(of: strand)) == $0)
        #expect(ChoiceOrder.arrival.index(of: $0, among: candidates, after: .job(of: strand)) == $0)
        return rank
      }
    }
    #expect(ranks([4, 5, 6, 7], after: 6) == [1, 2, 0, 3])
    #expect(ranks([4, 5, 6, 7], after: 4) == [0, 1, 2, 3])
    #expect(ranks([4, 5, 6, 7], after: 9) == [0, 1, 2, 3])
  }

  @Test func scheduleCode_aTextWithASlip_isNotRead() {
    let text = Array(ScheduleCode(choices: [0, 3, 0, 0, 1, 2], sleeps: [20_000_000]).text)
    for index in text.indices.dropFirst(3) {
      for character in "0123456789ABCDEFGHJKMNPQRSTVWXYZ" where character != text[index] {
        var slip = text
        slip[index] = character
        #expect(ScheduleCode(String(slip)) == nil)
      }
    }
  }
}

@Suite struct ShorteningTests {
  /// Shortens choices of which those at `needed` must stay, and returns the result and the number of runs.
  private func shorten(_ choices: [Int], needed: [Int], runs: Int = 200) -> (
    choices: [Int], runs: Int, isDone: Bool
  ) {
    var shortening = Shortening(choices: choices, runs: runs)
    var count = 0
    while let next = shortening.next() {
      count += 1
      let fails = needed.allSatisfy { $0 < next.count && next[$0] == choices[$0] }
      shortening.note(fails: fails, deviations: ScheduleCode(choices: next).choices)
    }
    return (shortening.choices, count, shortening.isDone)
  }

  @Test func shortening_deviationsThatDoNotMatter_areLeftOut() {
    #expect(shorten([1, 0, 2, 1, 1, 0, 3, 1], needed: [2]).choices == [0, 0, 2])
    #expect(shorten([1, 1, 1, 1, 1, 1, 1, 1], needed: [0, 5]).choices == [1, 0, 0, 0, 0, 1])
    #expect(shorten([0, 0, 1], needed: []).choices == [])
    // Neither half can be left out, but one of each can.
    #expect(shorten([1, 1, 1, 1], needed: [0, 2]).choices == [1, 0, 1])
  }

  @Test func shortening_deviationsThatAllMatter_stay() {
    #expect(shorten([1, 2], needed: [0, 1]).choices == [1, 2])
    #expect(shorten([1, 2], needed: [0, 1]).isDone)
    #expect(shorten([], needed: []).runs == 0)
  }

  @Test func shortening_manyDeviations_staysWithinItsRuns() {
    let choices = Array(repeating: 1, count: 400)
    let many = shorten(choices, needed: Array(stride(from: 0, to: 400, by: 2)), runs: 50)
    #expect(many.runs == 50)
    #expect(!many.isDone)
    let few = shorten(choices, needed: [13, 14])
    #expect(few.choices.count { $0 > 0 } == 2)
    #expect(few.isDone)
    #expect(few.runs < 60)
  }
}
