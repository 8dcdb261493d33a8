/// A source outside the library that fulfills an expectation, observed only while a wait for the expectation lasts.
protocol WaitObservation: AnyObject, Sendable {
  /// Notes that a wait for the expectation begins.
  func beginWait()

  /// Notes the end of a wait. `isDone` is false if the wait succeeded without this expectation.
  func endWait(isDone: Bool)

  /// What was observed, and its near misses.
  var findings: WaitReport.ObservedNotification { get }
}

/// The observations for the expectations of one wait. They last at least as long as the wait.
struct WaitObservations {
  private var observed: TinyArray<(position: Int, observation: any WaitObservation)> = TinyArray()

  init(of request: borrowing WaitRequest) {
    for position in request.expectations.indices {
      guard let observation = request.expectations[position].observation else { continue }
      observation.beginWait()
      observed.append((position, observation))
    }
  }

  /// Ends the wait. If another expectation came first, the next wait may still need the others' observations.
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
