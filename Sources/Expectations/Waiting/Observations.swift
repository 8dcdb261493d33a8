/// What is observed for the expectations of one wait: for as long as it lasts, at least.
struct Observations {
  private var observed: Few<(position: Int, observation: NotificationObservation)> = Few()

  init(of request: borrowing WaitRequest) {
    for (position, core) in request.cores.enumerated() {
      guard let observation = core.observation else { continue }
      observation.beginWait()
      observed.append((position, observation))
    }
  }

  /// The wait is over. What it did without, because another one came first, may be wanted by the next.
  @inline(__always)
  func end(_ end: WaitEnd) {
    if !observed.isEmpty { endAll(end) }
  }

  private func endAll(_ end: WaitEnd) {
    let first = end.first
    for (position, observation) in observed {
      observation.endWait(isDone: first == nil || first == position)
    }
  }
}
