/// Something of a test that lasts until it is released: a manual clock, a recorder.
protocol LivingObject: AnyObject, Sendable {
  /// The test that it belongs to.
  var host: any TestHost { get }
  /// What the text of a wait that has timed out says about it; nil for nothing.
  var remark: String? { get }
}

/// The list of what lives. An object adds itself when it is created, and removes itself in its `deinit`.
enum Living {
  private struct Entry: Sendable {
    weak var object: (any LivingObject)?
    let number: Int
  }

  private static let entries = Locked<(all: [ObjectIdentifier: Entry], last: Int)>(([:], 0))

  static func add(_ object: any LivingObject) {
    entries.withLock {
      $0.last += 1
      $0.all[ObjectIdentifier(object)] = Entry(object: object, number: $0.last)
    }
  }

  static func remove(_ object: any LivingObject) {
    let key = ObjectIdentifier(object)
    _ = entries.withLock { $0.all.removeValue(forKey: key) }
  }

  /// The objects of a test, in the order of their creation.
  static func objects(of host: any TestHost) -> [any LivingObject] {
    let all = entries.withLock { Array($0.all.values) }
    return all.sorted { $0.number < $1.number }.compactMap(\.object).filter { $0.host === host }
  }
}
