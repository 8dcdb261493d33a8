/// A condition on the clock that it is measured on: one sleeper, from its beginning to its end, also while it is being
/// evaluated. Its pauses do not count beside it.
struct ConditionSleeper {
  private let leave: @Sendable () -> Void

  init?(of request: ConditionRequest) {
    guard case .external(let clock) = request.clock, let limit = request.timeouts.limitOnClock,
      let leave = clock.addCondition(limit: limit, at: request.site)
    else { return nil }
    self.leave = leave
  }

  func dismiss() { leave() }
}
