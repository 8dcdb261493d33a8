/// Which of the looks at a condition observe what they read.
///
/// Each observation stays with what it observes until that changes, and nobody can take it back. So as long as nothing
/// changes, they grow rarer: the first looks all observe, as what they read may depend on a change that is just being made;
/// after them only one whenever there have been twice as many.
struct ObservedLooks: Hashable, Sendable {
  private static let first = 16

  private var looks = 0
  private var isObserving = false

  /// Whether the next look is to observe.
  mutating func next() -> Bool {
    looks += 1
    return looks <= Self.first || looks & (looks - 1) == 0
  }

  /// Something is observed. Returns whether nothing was before.
  mutating func begin() -> Bool {
    defer { isObserving = true }
    return !isObserving
  }

  /// A change has been announced, with which the observation is over.
  mutating func end() {
    self = ObservedLooks()
  }
}
