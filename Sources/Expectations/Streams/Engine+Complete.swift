extension Engine {
  /// Whether the call that waits for this has a verdict already.
  static func hasGivenUp(_ target: ExpectationCore) -> Bool {
    state.withLockOnly { state in
      let expectation = target.state(in: &state)
      return expectation.isAwaited || expectation.memberships.contains { state.machine.waits[$0.wait].verdict != nil }
    }
  }

  /// Completes what one call waits for. Returns whether that call goes by it: not when its time was over, or when it
  /// was cancelled, before.
  static func complete(
    _ target: ExpectationCore, at place: FulfillmentPlace
  ) -> (isInTime: Bool, effects: TimedEffects?) {
    state.withLockOnly { state in
      let now = state.tick()
      // The wait is over, and its caller has not come to say so.
      let key = target.key(in: &state)
      guard !state.machine.expectations[key].isAwaited else { return (false, nil) }
      var place = place
      place.time = now.real
      let effects = state.machine.fulfill(key, at: now.fair, place: place)
      let isInTime = state.machine.expectations[key].memberships.allSatisfy { membership in
        state.machine.waits[membership.wait].verdict?.kind == .completed(first: nil)
      }
      return (isInTime, TimedEffects(effects: effects, time: now.real))
    }
  }
}
