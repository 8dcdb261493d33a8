/// A priority queue of deadlines by key, earliest first.
///
/// Of equal deadlines, the lower rank comes first, then the one added first. Adding a deadline and removing the
/// earliest take logarithmic time. Removing any other takes a linear search.
struct DeadlineHeap<Key: Equatable> {
  private struct Entry {
    var instant: MonotonicInstant
    var rank: Int
    var number: Int
    var key: Key

    func comes(before other: Entry) -> Bool {
      (instant, rank, number) < (other.instant, other.rank, other.number)
    }
  }

  private var entries: [Entry] = []
  private var lastNumber = 0

  var earliest: MonotonicInstant? { entries.first?.instant }
  /// The keys and their deadlines, in order.
  var sorted: [(key: Key, instant: MonotonicInstant)] {
    entries.sorted { $0.comes(before: $1) }.map { ($0.key, $0.instant) }
  }
  var count: Int { entries.count }

  /// Adds a deadline for a key that has none.
  mutating func add(_ key: Key, at instant: MonotonicInstant, rank: Int = 0) {
    lastNumber += 1
    entries.append(Entry(instant: instant, rank: rank, number: lastNumber, key: key))
    siftUp(entries.count - 1)
  }

  /// Removes a deadline. A missing deadline is no error, because it may have just become due.
  mutating func remove(_ key: Key) {
    if let position = entries.firstIndex(where: { $0.key == key }) { remove(at: position) }
  }

  private mutating func remove(at position: Int) {
    let last = entries.removeLast()
    guard position < entries.count else { return }
    entries[position] = last
    siftUp(position)
    siftDown(position)
  }

  /// Removes the deadlines of all unwanted keys.
  mutating func removeAll(where isUnwanted: (Key) -> Bool) {
    entries.removeAll { isUnwanted($0.key) }
    // Rebuild the heap from the last parent to the root. This takes linear time, like the removal above.
    for parent in (0..<entries.count / 2).reversed() { siftDown(parent) }
  }

  /// Removes the earliest keys, up to the first wanted key.
  mutating func removeFirst(while isUnwanted: (Key) -> Bool) {
    while let first = entries.first, isUnwanted(first.key) { remove(at: 0) }
  }

  /// Removes the earliest key if its deadline is before `now`.
  mutating func popDue(before now: MonotonicInstant) -> Key? {
    guard let earliest, earliest < now else { return nil }
    return popFirst()
  }

  /// Removes the earliest key.
  mutating func popFirst() -> Key? {
    guard let key = entries.first?.key else { return nil }
    remove(at: 0)
    return key
  }

  private mutating func siftUp(_ start: Int) {
    var child = start
    while child > 0 {
      let parent = (child - 1) / 2
      guard entries[child].comes(before: entries[parent]) else { return }
      entries.swapAt(child, parent)
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
      entries.swapAt(least, parent)
      parent = least
    }
  }
}
