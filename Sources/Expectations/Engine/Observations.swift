/// What is observed for the expectations of one wait: for as long as it lasts, at least.
struct Observations {
  private var observed: Few<(position: Int, observation: NotificationObservation)> = Few()

  init(of request: borrowing WaitRequest) {
    for (position, expectation) in request.expectations.enumerated() {
      guard let observation = expectation.observation else { continue }
      observation.beginWait()
      observed.append((position, observation))
    }
  }

  /// The wait is over. What it did without, because another one came first, may be wanted by the next.
  @inline(__always)
  func end(_ record: WaitRecord) {
    if !observed.isEmpty { endAll(record) }
  }

  private func endAll(_ record: WaitRecord) {
    let first = record.first
    for (position, observation) in observed {
      observation.endWait(isDone: first == nil || first == position)
    }
  }
}
