/// Problems that were noticed after their test, and for which no test could fail. The next one that can takes them, or
/// the suite; the end of the run prints what remains.
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
