/// The key of a value in a `Table`. A reused slot gets a new generation, so an old key finds nothing.
struct TableKey: Hashable, Sendable {
  let index: Int32
  fileprivate let generation: UInt32
}

/// A value that a table can store.
protocol TableValue: Hashable, Sendable {
  /// What a free slot holds. It is made anew, because copying it would take longer.
  static var vacant: Self { get }
}

/// Stores values under keys that are never reused, with constant-time access.
///
/// Every slot holds a value, a free one a vacant value: reading an optional slot would copy the whole value.
struct Table<Value: TableValue>: Hashable, Sendable {
  private struct Slot: Hashable, Sendable {
    var value: Value
    /// How often the slot was taken and freed, so it is odd while the slot is in use.
    var generation: UInt32 = 1
    /// The next free slot, if this one is free and not the last; -1 otherwise.
    var nextFree: Int32 = -1

    var isUsed: Bool { generation & 1 == 1 }
  }

  private var slots: [Slot] = []
  /// The first free slot; -1 for none.
  private var firstFree: Int32 = -1
  private(set) var count = 0

  mutating func insert(_ value: consuming Value) -> TableKey {
    count += 1
    let index = firstFree
    guard index >= 0 else {
      slots.append(Slot(value: value))
      return TableKey(index: Int32(slots.count - 1), generation: 1)
    }
    firstFree = slots[Int(index)].nextFree
    slots[Int(index)].nextFree = -1
    slots[Int(index)].generation &+= 1
    slots[Int(index)].value = value
    return TableKey(index: index, generation: slots[Int(index)].generation)
  }

  /// Removes the value and returns it, so the caller decides when to release it.
  mutating func remove(_ key: TableKey) -> Value? {
    guard contains(key) else { return nil }
    count -= 1
    var value = Value.vacant
    swap(&value, &slots[Int(key.index)].value)
    slots[Int(key.index)].generation &+= 1
    slots[Int(key.index)].nextFree = firstFree
    firstFree = key.index
    return value
  }

  func contains(_ key: TableKey) -> Bool { slots[Int(key.index)].generation == key.generation }

  /// The key of each value.
  var keys: [TableKey] {
    slots.indices.filter { slots[$0].isUsed }.map { TableKey(index: Int32($0), generation: slots[$0].generation) }
  }

  /// Calls `body` with each value.
  func visitAll(_ body: (Value) -> Void) {
    for index in slots.indices where slots[index].isUsed { body(slots[index].value) }
  }

  /// The value under an existing key.
  subscript(key: TableKey) -> Value {
    _read {
      precondition(contains(key), "a slot was used after it was removed")
      yield slots[Int(key.index)].value
    }
    _modify {
      precondition(contains(key), "a slot was used after it was removed")
      yield &slots[Int(key.index)].value
    }
  }
}
