/// Problems that another thread will record in their test, or that came after it.
///
/// A failure that is not recorded before the run ends must still fail the run: the process prints it and exits with 1.
package enum PendingProblems {
  private struct State {
    /// The problems whose recording has not ended.
    var unrecorded: [Int: Problem] = [:]
    /// Whether a failure was printed outside any test.
    var hasPrinted = false
    var sent = 0
  }

  private static let state = Locked(State())
  private static let isRegisteredAtExit: Void = ProcessEnd.add(.failures) { printRemaining() }

  /// Adds a problem, and returns its number.
  @discardableResult
  static func add(_ problem: Problem) -> Int {
    _ = isRegisteredAtExit
    return state.withLock { state in
      state.sent += 1
      state.unrecorded[state.sent] = problem
      return state.sent
    }
  }

  /// Passes a pending problem to `record`, which records it in a test.
  static func deliver(_ number: Int, to record: (Problem) -> Void) {
    guard let problem = state.withLock({ $0.unrecorded[number] }) else { return }
    record(problem)
    _ = state.withLock { $0.unrecorded.removeValue(forKey: number) }
  }

  /// Notes a failure that was printed, because no framework would have recorded it. It fails the run if there are
  /// tests.
  package static func notePrinted() {
    state.withLock { $0.hasPrinted = true }
    _ = isRegisteredAtExit
  }

  /// Prints, at the end of the run, the problems that are still pending. If one of them is a failure, the run fails.
  ///
  /// What another thread records only now comes too late for the exit code, and perhaps for the framework to print it.
  private static func printRemaining() {
    let (unrecorded, hasPrinted) = state.withLock { ($0.unrecorded, $0.hasPrinted) }
    for (_, problem) in unrecorded.sorted(by: { $0.key < $1.key }) { PlainProgramHost.print(problem) }
    let isFailure = unrecorded.values.contains { $0.severity == .failure }
    if isFailure || hasPrinted && TestHosts.haveTests { ProcessEnd.fail() }
  }
}

/// The problems that the library noticed after their test. The next test, or the enclosing suite, records them. At the
/// end of the run, the process prints the rest.
enum LateProblems {
  private static let waiting = Locked<[Int]>([])

  static var areNone: Bool { waiting.withLock { $0.isEmpty } }

  static func add(_ problem: Problem) {
    let number = PendingProblems.add(problem)
    waiting.withLock { $0.append(number) }
  }

  /// Passes them to `record`, which must not raise an exception.
  static func deliver(to record: (Problem) -> Void) {
    let problems = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for problem in problems { PendingProblems.deliver(problem, to: record) }
  }
}
