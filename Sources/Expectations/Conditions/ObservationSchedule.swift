/// Decides which evaluations of a condition observe the values that they read.
///
/// An observation cannot be withdrawn: it stays until a value changes, and costs memory, and time when the change
/// comes. Therefore, observations become rarer while nothing changes: the first evaluation observes, then the 20th, the
/// 400th, and so on. One observation is not enough, because the values that the first evaluation read may depend on a
/// change under way at that time. After a change, the next evaluation does not observe, because it may be the last.
struct ObservationSchedule: Hashable, Sendable {
  private var evaluations: Int
  private var next = 1
  private var isObserving = false

  /// Begins before the first evaluation, which observes.
  init() { self.init(evaluations: 1) }

  private init(evaluations: Int) { self.evaluations = evaluations }

  /// Returns whether the current evaluation should observe.
  mutating func shouldObserve() -> Bool {
    defer { evaluations += 1 }
    guard evaluations == next else { return false }
    next = next > .max / 20 ? .max : next * 20
    return true
  }

  /// Notes that an observation exists. Returns whether there was none before.
  mutating func begin() -> Bool {
    defer { isObserving = true }
    return !isObserving
  }

  /// Notes that a change was announced, which ends the observation.
  mutating func end() {
    self = ObservationSchedule(evaluations: 0)
  }
}
