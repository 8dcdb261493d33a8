/// What fulfills an expectation from outside, and is observed no longer than the expectation is waited for.
protocol WaitObservation: Sendable {
  /// A wait for the expectation begins.
  func beginWait()

  /// A wait for the expectation is over; `isDone` unless it succeeded without this one.
  func endWait(isDone: Bool)

  /// What was observed, and what came near.
  var findings: WaitReport.ObservedNotification { get }
}

/// What is observed for the expectations of one wait: for as long as it lasts, at least.
struct WaitObservations {
  private var observed: TinyArray<(position: Int, observation: any WaitObservation)> = TinyArray()

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
