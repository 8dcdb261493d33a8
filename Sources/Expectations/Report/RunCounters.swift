#if Stacks && os(Linux)
  import RunCoverage
#endif

/// The counters of the code coverage when a test began to use the library. They tell what the tester's code ran since.
struct RunCounters: Sendable {
  #if Stacks && os(Linux)
    /// Nil if other tests run at the same time: counters do not tell for whom code ran.
    private let snapshot: CountersSnapshot?

    /// Copies the counters, which takes some microseconds; nil in a build without coverage, or if the environment does
    /// not allow it.
    ///
    /// - Parameter isAlone: Whether no other test runs at the same time.
    init?(isAlone: Bool) {
      guard CountersSnapshot.isPossible, EnvironmentSetting.notNegative("EXPECTATIONS_STACKS") != 0 else { return nil }
      snapshot = isAlone ? CountersSnapshot.take() : nil
    }

    /// Says what ran and what did not, or how to find out. The calling thread waits for programs of the toolchain.
    ///
    /// - Parameters:
    ///   - createdAt: The line of an expectation that did not come.
    ///   - waitedAt: The line of its wait.
    ///   - test: The test, as commands name it.
    func lines(createdAt: CallSite, waitedAt: CallSite, test: String?) -> [String] {
      guard let snapshot else {
        let command = "swift test --enable-code-coverage --no-parallel --filter"
        return test.map { ["to see what ran: \(command) \($0)"] } ?? []
      }
      return RanSince.lines(snapshot, createdAt: createdAt.place, waitAt: waitedAt.place)
    }
  #else
    init?(isAlone: Bool) { nil }

    func lines(createdAt: CallSite, waitedAt: CallSite, test: String?) -> [String] { [] }
  #endif
}

#if Stacks && os(Linux)
  extension CallSite {
    fileprivate var place: (file: String, line: Int) { ("\(filePath)", Int(clamping: line)) }
  }
#endif
