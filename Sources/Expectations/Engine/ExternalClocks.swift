/// The external clocks in use, each with the test that created it.
///
/// If a test does not advance such a clock, code that sleeps on it never continues, and waits for that code time out.
enum ExternalClocks {
  private struct Entry {
    weak var clock: (any RemarkableClock)?
    /// The name of the test. If it has none, the identity of its host, which is not retained, because a clock may
    /// outlive its test.
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

  /// Returns what the clocks of a test report when an expected event did not come.
  static func remarks(for host: any TestHost) -> [String] {
    let (test, host) = (host.testName, ObjectIdentifier(host))
    // Release the clocks outside the lock.
    let clocks = all.withLock { all in
      all.values.filter { test == nil ? $0.host == host : $0.test == test }.compactMap(\.clock)
    }
    return Array(clocks.compactMap(\.remark).sorted().prefix(shown))
  }
}

/// A clock that can explain why an event that depends on it did not come.
protocol RemarkableClock: AnyObject, Sendable {
  /// The explanation; nil when there is none.
  var remark: String? { get }
}
