/// The key of a value in a `SlotMap`. A reused slot gets a new generation, so an old key finds nothing.
struct SlotKey: Hashable, Sendable {
  let index: Int32
  fileprivate let generation: UInt32
}

/// Stores values under keys that are never reused, with constant-time access.
struct SlotMap<Value> {
  private var slots: [Value?] = []
  // In an array of its own, because a debug build copies a whole element to read a part of it.
  private var generations: [UInt32] = []
  private var free: [Int32] = []

  var count: Int { slots.count - free.count }

  mutating func insert(_ value: consuming Value) -> SlotKey {
    if let index = free.popLast() {
      slots[Int(index)] = value
      return SlotKey(index: index, generation: generations[Int(index)])
    }
    slots.append(value)
    generations.append(0)
    return SlotKey(index: Int32(slots.count - 1), generation: 0)
  }

  /// Removes the value and returns it, so the caller decides when to release it.
  mutating func remove(_ key: SlotKey) -> Value? {
    guard contains(key) else { return nil }
    let index = Int(key.index)
    let value = slots[index].take()
    generations[index] &+= 1
    free.append(key.index)
    return value
  }

  /// Removes the value and releases it.
  mutating func discard(_ key: SlotKey) {
    guard contains(key) else { return }
    slots[Int(key.index)] = nil
    generations[Int(key.index)] &+= 1
    free.append(key.index)
  }

  /// Reads or changes, in place, the value under an existing key. States are large, and a read through the subscript
  /// copies them.
  @inline(__always)
  mutating func withValue<Result>(_ key: SlotKey, _ body: (inout Value) -> Result) -> Result {
    body(&self[key])
  }

  /// The keys of all values.
  var keys: [SlotKey] {
    slots.indices.compactMap { index in
      slots[index].map { _ in SlotKey(index: Int32(index), generation: generations[index]) }
    }
  }

  /// All values.
  var values: [Value] { slots.compactMap { $0 } }

  func contains(_ key: SlotKey) -> Bool {
    generations[Int(key.index)] == key.generation
  }

  /// The value under an existing key.
  subscript(key: SlotKey) -> Value {
    get {
      precondition(contains(key), "a slot was used after it was removed")
      return slots[Int(key.index)]!
    }
    _modify {
      precondition(contains(key), "a slot was used after it was removed")
      yield &slots[Int(key.index)]!
    }
  }
}

extension SlotMap: Equatable where Value: Equatable {}
extension SlotMap: Hashable where Value: Hashable {}
extension SlotMap: Sendable where Value: Sendable {}
