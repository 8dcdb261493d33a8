/// What is observed for the expectations of one wait: for as long as it lasts, at least.
struct Observations {
  private let observed: [(position: Int, observation: NotificationObservation)]

  init(of request: WaitRequest) {
    observed = request.cores.enumerated().compactMap { position, core in
      core.observation.map { (position, $0) }
    }
    for (_, observation) in observed { observation.beginWait() }
  }

  /// The wait is over. What it did without, because another one came first, may be wanted by the next.
  func end(_ end: WaitEnd) {
    guard !observed.isEmpty else { return }
    let first = end.first
    for (position, observation) in observed {
      observation.endWait(isDone: first == nil || first == position)
    }
  }
}
