/// Repeats choices that are given, and goes on in the order of arrival.
struct GivenChoices: Equatable, Sendable {
  private let choices: [Int]
  private var position = 0
  /// Whether a choice was too large for its candidates: the run is not the one that the choices come from.
  private(set) var wereTooLarge = false

  init(choices: [Int]) { self.choices = choices }

  mutating func next(of count: Int) -> Int {
    guard position < choices.count else { return 0 }
    defer { position += 1 }
    guard choices[position] < count else {
      wereTooLarge = true
      return count - 1
    }
    return choices[position]
  }
}
