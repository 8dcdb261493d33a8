/// An object of the library that can go on after its test: it observes, records, or wakes sleepers.
protocol Lasting: AnyObject, Sendable {
  /// What goes on, for a failure text; nil if nothing does.
  var ongoing: String? { get }

  /// How it keeps an object, for a failure text; nil if nothing shows that it does.
  func keeping(_ object: AnyObject) -> String?
}

/// The objects of the library that can go on after their test.
package enum LastingObjects {
  private struct Entry {
    weak var object: (any Lasting)?
    /// The scope whose code made the object.
    let scope: Int?
  }

  private struct List {
    var entries: [Entry] = []
    /// How many entries there may be until those of released objects are removed.
    var limit = 64
  }

  private static let list = Locked(List())

  static func add(_ object: any Lasting) {
    let scope = TaskMark.current?.number
    let living = list.withLock { list in
      var living: [any Lasting] = []
      if list.entries.count >= list.limit {
        list.entries.removeAll { entry in
          guard let object = entry.object else { return true }
          living.append(object)
          return false
        }
        list.limit = max(64, 2 * list.entries.count)
      }
      list.entries.append(Entry(object: object, scope: scope))
      return living
    }
    // This may be the last reference to one of them, which must not be released under the lock.
    withExtendedLifetime(living) {}
  }

  private static func living(in scope: Int? = nil) -> [any Lasting] {
    list.withLock { list in
      list.entries.compactMap { entry in scope == nil || entry.scope == scope ? entry.object : nil }
    }
  }

  /// What objects still do that the code of a scope made, a line each.
  package static func ongoing(in scope: Int) -> [String] {
    // An expectation that observes and has a handler is there twice.
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
