/// What a condition is to the manual clock that it is measured on: one sleeper, from its beginning to its end, also while it
/// is being evaluated. Its pauses do not count beside it.
struct ConditionSleeper {
  private let clock: ManualClock
  private let number: Int

  init?(of request: ConditionRequest) {
    guard case .manual(let clock) = request.clock, let limit = request.timeouts.limitOnClock else { return nil }
    self.clock = clock
    number = clock.enlist(.condition(request.site), for: limit)
  }

  func dismiss() { clock.dismiss(number) }
}
