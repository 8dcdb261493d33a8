/// Something of a test that lasts until it is released: a manual clock, a recorder, an observer, a handler.
protocol LivingObject: AnyObject, Sendable {
  /// The test that it belongs to.
  var host: any TestHost { get }
  /// What the text of a wait that has timed out says about it; nil for nothing.
  var remark: String? { get }
  /// What goes on, for a failure text; nil if nothing does.
  var ongoing: String? { get }
  /// How it keeps an object, for a failure text; nil if nothing shows that it does.
  func keeping(_ object: AnyObject) -> String?
  /// The problem if it still lives when the run ends; nil for none.
  func problemAtEnd() -> Problem?
}

extension LivingObject {
  var remark: String? { nil }
  func keeping(_ object: AnyObject) -> String? { nil }
  func problemAtEnd() -> Problem? { nil }
}

/// The list of what lives. An object adds itself when it is created, and removes itself in its `deinit`.
package enum Living {
  private struct Entry {
    weak var object: (any LivingObject)?
    let number: Int
    let host: ObjectIdentifier
    /// The host of the test with the object in a property of its test case, if no test created it.
    var owner: (any TestHost)?
    /// The scope whose code made the object.
    let scope: Int?
  }

  private static let entries = Locked<(all: [ObjectIdentifier: Entry], last: Int)>(([:], 0))

  static func add(_ object: any LivingObject) {
    let (scope, host) = (ScopeMark.current?.number, ObjectIdentifier(object.host))
    entries.withLock {
      $0.last += 1
      $0.all[ObjectIdentifier(object)] = Entry(object: object, number: $0.last, host: host, scope: scope)
    }
  }

  static func remove(_ object: any LivingObject) {
    let key = ObjectIdentifier(object)
    _ = entries.withLock { $0.all.removeValue(forKey: key) }
  }

  /// The objects that meet a condition, in the order of their creation.
  // It retains no other object: the calling code would perhaps release the last reference, in a step of an exploration.
  private static func objects(where isWanted: (Entry) -> Bool) -> [any LivingObject] {
    let all = entries.withLock { entries in
      entries.all.values.filter(isWanted).compactMap { entry in entry.object.map { (entry.number, $0) } }
    }
    return all.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// What the objects of a test say in the text of a wait that has timed out.
  static func remarks(of host: any TestHost) -> [String] {
    let host = ObjectIdentifier(host)
    return objects { $0.host == host }.compactMap(\.remark)
  }

  package static func remarks(of test: CallersTest) -> [String] { remarks(of: test.host) }

  /// Whether there are objects that no test created.
  static var hasAnyOfNoTest: Bool { objects { $0.owner == nil }.contains { $0.host.isOfNoTest } }

  /// Notes that a property of a test case, whose test has this host, holds the object.
  static func note(_ owner: any TestHost, of object: any LivingObject) {
    entries.withLock { $0.all[ObjectIdentifier(object)]?.owner = owner }
  }

  /// The problems of objects that live when the run ends, as far as no other code judges them.
  static func problemsAtEnd() -> [Problem] {
    objects { _ in true }.compactMap { object in
      let host = entries.withLock { $0.all[ObjectIdentifier(object)]?.owner } ?? object.host
      guard !host.onlyCollects, !host.hasStopped else { return nil }
      return object.problemAtEnd()?.noted(afterTest: host.nameAtEnd)
    }
  }

  /// What objects still do that the code of a scope made, a line each.
  package static func ongoing(in scope: Int) -> [String] {
    Set(objects { $0.scope == scope }.compactMap(\.ongoing)).sorted()
  }

  /// Which objects keep another one, a line each.
  package static func lines(keeping object: AnyObject) -> [String] {
    Set(objects { _ in true }.compactMap { $0.keeping(object) }).sorted()
  }
}

/// An object that lives as long as a task that was made in a scope.
///
/// A task gets the task-local values of the code that makes it, and keeps them until it has ended. So do its child
/// tasks, and the tasks that it makes itself. A detached task, and code on a queue, get none.
package final class ScopeMark: Sendable {
  /// The mark of the innermost scope.
  @TaskLocal package static var current: ScopeMark?

  private static let lastNumber = Locked(0)

  /// Another number for each scope of the process.
  package let number = lastNumber.withLock {
    $0 += 1
    return $0
  }
  /// A task gets only the innermost value, so this keeps that of the scope around it.
  private let outer = ScopeMark.current
  private let onEnd: @Sendable () -> Void

  /// - Parameter onEnd: Called when the scope and all of its tasks have ended, on the thread that ends the last one.
  package init(onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }

  deinit { onEnd() }
}

extension LivingObject {
  /// Whether a value is an object, or has it in its elements, associated values, or properties of its structures.
  /// The objects that properties of other objects refer to do not count.
  func isFound(_ object: AnyObject, in value: Any, depth: Int = 4) -> Bool {
    guard !(type(of: value) is AnyObject.Type) else { return value as AnyObject === object }
    guard depth > 0 else { return false }
    return Mirror(reflecting: value).children.contains { isFound(object, in: $0.value, depth: depth - 1) }
  }
}
