/// A condition as one sleeper on the external clock that measures it, from its beginning to its end, even during an
/// evaluation. Its pauses do not count as sleepers.
struct ConditionSleeper {
  private let removeFromClock: @Sendable () -> Void

  init?(of request: ConditionRequest) {
    guard case .external(let clock) = request.clock, let limit = request.timeouts.limitOnClock,
      let removeFromClock = clock.addCondition(limit: limit, at: request.site)
    else { return nil }
    self.removeFromClock = removeFromClock
  }

  func remove() { removeFromClock() }
}
