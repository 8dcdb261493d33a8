/// Removes the deviations of a failing schedule that it does not need.
///
/// It leaves out half, then quarters, then single ones, as long as the schedule fails. Call `next` and `note` in turn.
struct Shortening: Equatable, Sendable {
  /// The shortest choices that are known to fail.
  private(set) var choices: [Int]
  private var chunk: Int
  /// How many deviations, counted from the last, have been tried with this size of chunk.
  private var tried = 0
  private var hasRemoved = false
  private var runsLeft: Int
  /// Whether each deviation that is left has been tried alone, after the last one was removed.
  private(set) var isDone = false

  init(choices: [Int], runs: Int = 200) {
    self.choices = choices
    runsLeft = runs
    chunk = max(1, (choices.count(where: { $0 > 0 }) + 1) / 2)
  }

  /// The next choices to try; nil when nothing more can be left out.
  mutating func next() -> [Int]? {
    while runsLeft > 0 {
      let places = choices.indices.filter { choices[$0] > 0 }
      if tried < places.count {
        runsLeft -= 1
        let end = places.count - tried
        var proposal = choices
        for place in places[max(0, end - chunk)..<end] { proposal[place] = 0 }
        return proposal
      }
      guard chunk > 1 || hasRemoved else {
        isDone = true
        return nil
      }
      chunk = max(1, chunk / 2)
      (tried, hasRemoved) = (0, false)
    }
    return nil
  }

  /// Notes whether the schedule that `next` returned fails, and the deviations that its run really had.
  mutating func note(fails: Bool, deviations: [Int]) {
    guard fails, deviations.count(where: { $0 > 0 }) < choices.count(where: { $0 > 0 }) else {
      tried += chunk
      return
    }
    choices = deviations
    hasRemoved = true
  }
}
