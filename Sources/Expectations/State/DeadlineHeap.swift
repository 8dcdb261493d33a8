/// Deadlines by key, the earliest first, of equal ones the one with the lower rank, and then the one that was set first.
/// Every operation takes logarithmic time.
struct DeadlineHeap<Key: Hashable> {
  private struct Entry {
    var instant: Instant
    var rank: Int
    var number: Int
    var key: Key

    func comes(before other: Entry) -> Bool {
      (instant, rank, number) < (other.instant, other.rank, other.number)
    }
  }

  private var entries: [Entry] = []
  private var positions: [Key: Int] = [:]
  private var lastNumber = 0

  var earliest: Instant? { entries.first?.instant }
  /// The keys and their deadlines, in order.
  var sorted: [(key: Key, instant: Instant)] {
    entries.sorted { $0.comes(before: $1) }.map { ($0.key, $0.instant) }
  }
  var count: Int { entries.count }

  /// Adds a deadline, or moves the one that is there.
  mutating func set(_ key: Key, at instant: Instant, rank: Int = 0) {
    remove(key)
    lastNumber += 1
    entries.append(Entry(instant: instant, rank: rank, number: lastNumber, key: key))
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

  /// Removes the deadlines of all keys that are not wanted any longer.
  mutating func removeAll(where isUnwanted: (Key) -> Bool) {
    for key in positions.keys where isUnwanted(key) { remove(key) }
  }

  /// Removes the earliest key that is due before `now`.
  mutating func popDue(before now: Instant) -> Key? {
    guard let earliest, earliest < now else { return nil }
    return popFirst()
  }

  /// Removes the earliest key.
  mutating func popFirst() -> Key? {
    guard let key = entries.first?.key else { return nil }
    remove(key)
    return key
  }

  private mutating func siftUp(_ start: Int) {
    var child = start
    while child > 0 {
      let parent = (child - 1) / 2
      guard entries[child].comes(before: entries[parent]) else { return }
      exchange(child, parent)
      child = parent
    }
  }

  private mutating func siftDown(_ start: Int) {
    var parent = start
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < entries.count {
        if entries[child].comes(before: entries[least]) { least = child }
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
