/// The key of a value in a `Table`. A reused slot gets a new generation, so an old key finds nothing.
struct TableKey: Hashable, Sendable {
  let index: Int32
  fileprivate let generation: UInt32
}

/// A value that a table can store.
protocol TableValue {
  /// What a free slot holds. It is made anew, because copying it would take longer.
  static var vacant: Self { get }
}

/// Stores values under keys that are never reused, with constant-time access.
///
/// Every slot holds a value, a free one a vacant value: reading an optional slot would copy the whole value.
struct Table<Value: TableValue> {
  private var slots: [Value] = []
  private var generations: [UInt32] = []
  private var isUsed: [Bool] = []
  private var free: [Int32] = []

  var count: Int { slots.count - free.count }

  mutating func insert(_ value: consuming Value) -> TableKey {
    if let index = free.popLast() {
      slots[Int(index)] = value
      isUsed[Int(index)] = true
      return TableKey(index: index, generation: generations[Int(index)])
    }
    slots.append(value)
    generations.append(0)
    isUsed.append(true)
    return TableKey(index: Int32(slots.count - 1), generation: 0)
  }

  /// Removes the value and returns it, so the caller decides when to release it.
  mutating func remove(_ key: TableKey) -> Value? {
    guard contains(key) else { return nil }
    var value = Value.vacant
    swap(&value, &slots[Int(key.index)])
    generations[Int(key.index)] &+= 1
    isUsed[Int(key.index)] = false
    free.append(key.index)
    return value
  }

  func contains(_ key: TableKey) -> Bool { generations[Int(key.index)] == key.generation }

  /// The key of each value.
  var keys: [TableKey] {
    slots.indices.filter { isUsed[$0] }.map { TableKey(index: Int32($0), generation: generations[$0]) }
  }

  /// Calls `body` with each value.
  func visitAll(_ body: (Value) -> Void) {
    for index in slots.indices where isUsed[index] { body(slots[index]) }
  }

  /// The value under an existing key.
  subscript(key: TableKey) -> Value {
    _read {
      precondition(contains(key), "a slot was used after it was removed")
      yield slots[Int(key.index)]
    }
    _modify {
      precondition(contains(key), "a slot was used after it was removed")
      yield &slots[Int(key.index)]
    }
  }
}

extension Table: Equatable where Value: Equatable {}
extension Table: Hashable where Value: Hashable {}
extension Table: Sendable where Value: Sendable {}
