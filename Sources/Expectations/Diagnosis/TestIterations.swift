/// Counts how often each test has begun in this process, for the ledger. No framework tells a test that it is repeated.
enum TestIterations {
  private struct Seen {
    var count = 0
    var task: UInt64 = 0
  }

  private static let seen = Locked<[String: Seen]>([:])

  /// Returns 1 for the first time that a test begins; nil without a ledger, or if it is not known.
  ///
  /// - Parameter task: The task that runs the test, where the framework does not say that a test begins: each time, the
  ///   test runs in a newer task. With nil, the test begins now.
  static func number(of test: String, in task: UInt64?) -> Int? {
    guard Ledger.shared != nil else { return nil }
    return seen.withLock { tests in
      var seen = tests[test] ?? Seen()
      if let task {
        guard task > seen.task else { return task == seen.task ? seen.count : nil }
        seen.task = task
      }
      seen.count += 1
      tests[test] = seen
      return seen.count
    }
  }
}
