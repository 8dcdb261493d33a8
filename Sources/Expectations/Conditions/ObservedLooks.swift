/// Decides which looks at a condition observe the values that they read.
///
/// An observation cannot be withdrawn: it stays until a value changes, and costs memory, and time when the change
/// comes. Therefore, observations become rarer while nothing changes: the first look observes, then the 20th, the 400th
/// and so on. One observation is not enough: what the first look read may depend on a change that was just being made.
/// After a change, the next look does not observe, because it may be the last.
struct ObservedLooks: Hashable, Sendable {
  private var looks: Int
  private var next = 1
  private var isObserving = false

  /// Begins before the first look, which observes.
  init() { self.init(looks: 1) }

  private init(looks: Int) { self.looks = looks }

  /// Whether the current look should observe.
  mutating func look() -> Bool {
    defer { looks += 1 }
    guard looks == next else { return false }
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
    self = ObservedLooks(looks: 0)
  }
}
