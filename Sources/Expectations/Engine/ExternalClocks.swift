/// The external clocks that there are, each with the test that made it: a wait for something that sleeps on one of them
/// runs out of time because nothing moves that clock.
enum ExternalClocks {
  private struct Entry {
    weak var clock: (any RemarkableClock)?
    /// The test by its name, and where it has none by its host, which is not kept: a clock may last longer than its
    /// test.
    let test: String?
    let host: ObjectIdentifier
  }

  private static let all = Locked<[ObjectIdentifier: Entry]>([:])
  private static let shown = 3

  static func add(_ clock: any RemarkableClock) {
    let host = TestHosts.current
    let entry = Entry(clock: clock, test: host.testName, host: ObjectIdentifier(host))
    all.withLock { $0[ObjectIdentifier(clock)] = entry }
  }

  static func remove(_ clock: ObjectIdentifier) {
    all.withLock { $0[clock] = nil }
  }

  /// What the clocks of a test say when something did not come.
  static func remarks(for host: any TestHost) -> [String] {
    let (test, host) = (host.testName, ObjectIdentifier(host))
    // The clocks are not released under the lock.
    let clocks = all.withLock { all in
      all.values.filter { test == nil ? $0.host == host : $0.test == test }.compactMap(\.clock)
    }
    return Array(clocks.compactMap(\.remark).sorted().prefix(shown))
  }
}

/// A clock that can say why something that depends on it did not come.
protocol RemarkableClock: AnyObject, Sendable {
  /// nil when there is nothing to say.
  var remark: String? { get }
}
