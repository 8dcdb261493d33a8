/// Deadlines by key, the earliest first. Every operation takes logarithmic time.
struct DeadlineHeap<Key: Hashable> {
  private var entries: [(instant: Instant, key: Key)] = []
  private var positions: [Key: Int] = [:]

  var earliest: Instant? { entries.first?.instant }
  var count: Int { entries.count }

  /// Adds a deadline, or moves the one that is there.
  mutating func set(_ key: Key, at instant: Instant) {
    remove(key)
    entries.append((instant, key))
    positions[key] = entries.count - 1
    siftUp(entries.count - 1)
  }

  /// Removes a deadline; one that is not there is no error, for it may just have been due.
  mutating func remove(_ key: Key) {
    guard let position = positions.removeValue(forKey: key) else { return }
    let last = entries.removeLast()
    guard position < entries.count else { return }
    entries[position] = last
    positions[last.key] = position
    siftUp(position)
    siftDown(position)
  }

  /// Removes the earliest key that is due before `now`.
  mutating func popDue(before now: Instant) -> Key? {
    guard let first = entries.first, first.instant < now else { return nil }
    remove(first.key)
    return first.key
  }

  private mutating func siftUp(_ start: Int) {
    var child = start
    while child > 0 {
      let parent = (child - 1) / 2
      guard entries[child].instant < entries[parent].instant else { return }
      exchange(child, parent)
      child = parent
    }
  }

  private mutating func siftDown(_ start: Int) {
    var parent = start
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < entries.count {
        if entries[child].instant < entries[least].instant { least = child }
      }
      guard least != parent else { return }
      exchange(least, parent)
      parent = least
    }
  }

  private mutating func exchange(_ one: Int, _ other: Int) {
    entries.swapAt(one, other)
    positions[entries[one].key] = one
    positions[entries[other].key] = other
  }
}
