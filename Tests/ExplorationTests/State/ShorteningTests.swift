import Testing

@testable import Exploration

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
