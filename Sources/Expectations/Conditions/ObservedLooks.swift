/// Which of the looks at a condition observe what they read.
///
/// Each observation stays with what it observes until that changes, and cannot be taken back: it costs memory, and time
/// when the change comes. So as long as nothing changes, they grow rarer: the first look observes, and then one
/// whenever there have been twenty times as many, as what the first one read may depend on a change that was just being
/// made. After a change there is a look first that does not observe: it may be the last.
struct ObservedLooks: Hashable, Sendable {
  private var looks: Int
  private var next = 1
  private var isObserving = false

  /// Before the first look, which is to observe.
  init() { self.init(looks: 1) }

  private init(looks: Int) { self.looks = looks }

  /// Whether the look that comes now is to observe.
  mutating func look() -> Bool {
    defer { looks += 1 }
    guard looks == next else { return false }
    next = next > .max / 20 ? .max : next * 20
    return true
  }

  /// Something is observed. Returns whether nothing was before.
  mutating func begin() -> Bool {
    defer { isObserving = true }
    return !isObserving
  }

  /// A change has been announced, with which the observation is over.
  mutating func end() {
    self = ObservedLooks(looks: 0)
  }
}
