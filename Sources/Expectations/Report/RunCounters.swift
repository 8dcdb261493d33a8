#if Stacks && os(Linux)
  import RunCoverage
#endif

/// The counters of the code coverage when a test began to use the library. They tell what the tester's code ran since.
struct RunCounters: Sendable {
  #if Stacks && os(Linux)
    private let snapshot: CountersSnapshot

    /// Copies the counters, which takes some microseconds; nil in a build without coverage, or if the environment does
    /// not allow it.
    init?() {
      guard EnvironmentSetting.notNegative("EXPECTATIONS_STACKS") != 0, let snapshot = CountersSnapshot.take() else {
        return nil
      }
      self.snapshot = snapshot
    }

    /// Says what ran and what did not. The calling thread waits for programs of the toolchain.
    ///
    /// - Parameters:
    ///   - createdAt: The line of an expectation that did not come.
    ///   - waitedAt: The line of its wait.
    ///   - test: The name of the test.
    ///   - isAlone: Whether no other test ran meanwhile. Counters do not tell for whom the code ran.
    func lines(createdAt: CallSite, waitedAt: CallSite, test: String?, isAlone: Bool) -> [String] {
      RanSince.lines(
        snapshot, createdAt: createdAt.place, waitAt: waitedAt.place, test: test, isAlone: isAlone)
    }
  #else
    init?() { nil }

    func lines(createdAt: CallSite, waitedAt: CallSite, test: String?, isAlone: Bool) -> [String] { [] }
  #endif
}

#if Stacks && os(Linux)
  extension CallSite {
    fileprivate var place: (file: String, line: Int) { ("\(filePath)", Int(clamping: line)) }
  }
#endif
