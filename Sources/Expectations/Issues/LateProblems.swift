/// The problems that the library noticed after their test. The next test, or the enclosing suite, records them. At the
/// end of the run, the process prints the rest.
enum LateProblems {
  private static let waiting = Locked<[PendingProblems.PendingProblem]>([])

  static var areNone: Bool { waiting.withLock { $0.isEmpty } }

  static func add(_ problem: Problem) {
    let pendingProblem = PendingProblems.add(problem)
    waiting.withLock { $0.append(pendingProblem) }
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
