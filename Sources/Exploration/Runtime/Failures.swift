/// The failures that a run recorded. Any thread may add one.
final class Failures: Sendable {
  private let list = Locked<[Verdict.Failure]>([])

  func add(_ failure: Verdict.Failure) { list.withLock { $0.append(failure) } }

  /// Removes and returns all.
  func takeAll() -> [Verdict.Failure] {
    list.withLock { list in
      defer { list = [] }
      return list
    }
  }
}
