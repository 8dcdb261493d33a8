/// The manual clocks that there are, each with the test that made it: a wait for something that sleeps on one of them
/// runs out of time because nothing moves that clock.
enum ManualClocks {
  private struct Entry {
    weak var clock: ManualClock?
    let host: any TestHost
  }

  private static let all = Locked<[ObjectIdentifier: Entry]>([:])
  private static let shown = 3

  static func add(_ clock: ManualClock) {
    let entry = Entry(clock: clock, host: TestHosts.current)
    all.withLock { $0[ObjectIdentifier(clock)] = entry }
  }

  static func remove(_ clock: ObjectIdentifier) {
    // What was kept is released outside the lock.
    _ = all.withLock { $0.removeValue(forKey: clock) }
  }

  /// What is to be said of those of a test when something did not come.
  static func remarks(for host: any TestHost) -> [String] {
    let clocks = all.withLock { all in all.values.filter { $0.host === host }.compactMap(\.clock) }
    return Array(clocks.compactMap(\.remark).sorted().prefix(shown))
  }
}
