/// An object of the library that can go on after its test: it observes, records, or wakes sleepers.
protocol Lasting: AnyObject, Sendable {
  /// What goes on, for a failure text; nil if nothing does.
  var ongoing: String? { get }

  /// How it keeps an object, for a failure text; nil if nothing shows that it does.
  func keeping(_ object: AnyObject) -> String?
}

/// The objects of the library that can go on after their test. Each removes itself when it is released.
package enum LastingObjects {
  private struct Entry {
    weak var object: (any Lasting)?
    /// The scope whose code made the object.
    let scope: Int?
  }

  private static let entries = Locked<[ObjectIdentifier: Entry]>([:])

  // It retains no other object: the test of that one may release it meanwhile, and then the calling code would release
  // the last reference, perhaps in a step of an exploration.
  static func add(_ object: any Lasting) {
    let entry = Entry(object: object, scope: TaskMark.current?.number)
    entries.withLock { $0[ObjectIdentifier(object)] = entry }
  }

  static func remove(_ object: ObjectIdentifier) {
    entries.withLock { $0[object] = nil }
  }

  private static func living(in scope: Int? = nil) -> [any Lasting] {
    entries.withLock { entries in
      entries.values.compactMap { entry in scope == nil || entry.scope == scope ? entry.object : nil }
    }
  }

  /// What objects still do that the code of a scope made, a line each.
  package static func ongoing(in scope: Int) -> [String] {
    Set(living(in: scope).compactMap(\.ongoing)).sorted()
  }

  /// Which expectations and recorders keep an object, a line each.
  package static func lines(keeping object: AnyObject) -> [String] {
    // Some expectations are in both lists.
    Set((LiveExpectations.all + living()).compactMap { $0.keeping(object) }).sorted()
  }
}

extension Lasting {
  /// Whether a value is an object, or has it in its elements, associated values, or properties of its structures. What
  /// the properties of other objects refer to does not count.
  func isFound(_ object: AnyObject, in value: Any, depth: Int = 4) -> Bool {
    guard !(type(of: value) is AnyObject.Type) else { return value as AnyObject === object }
    guard depth > 0 else { return false }
    return Mirror(reflecting: value).children.contains { isFound(object, in: $0.value, depth: depth - 1) }
  }
}
