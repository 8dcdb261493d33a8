/// The time limits of one wait: the requested timeout, scaled for slow computers.
struct Timeouts: Sendable {
  /// The requested or default timeout, before scaling.
  let requested: Duration
  /// How long the wait may take to become complete.
  let limit: Nanoseconds
  /// How long an expectation that must not happen must stay without a fulfillment.
  let window: Nanoseconds
  /// The limit on another clock, if the wait uses one; nil otherwise.
  ///
  /// It is not scaled, because a clock that a test controls does not depend on the speed of the computer. `limit` and
  /// `window` then bound the wait in real time.
  let limitOnClock: Nanoseconds?

  init(
    _ timeout: Duration?, isOnOtherClock: Bool = false, scale: Double = Self.scale,
    quietScale: Double = Self.quietScale
  ) {
    requested = timeout ?? ExpectationDefaults.timeout
    let nanoseconds = max(0, requested.saturatedNanoseconds)
    guard isOnOtherClock else {
      limit = Self.scaled(nanoseconds, by: scale)
      window = Self.scaled(nanoseconds, by: quietScale)
      limitOnClock = nil
      return
    }
    // A bound of zero would let the wait check only once, which is the meaning of a zero timeout.
    let bound = max(1_000_000, ExpectationDefaults.timeout.saturatedNanoseconds)
    limit = nanoseconds == 0 ? 0 : Self.scaled(bound, by: scale)
    window = limit
    limitOnClock = nanoseconds
  }

  /// Creates exact limits in real time and on another clock, without scaling.
  init(exactly limit: Nanoseconds, onClock limitOnClock: Nanoseconds? = nil) {
    requested = .nanoseconds(limit)
    self.limit = max(0, limit)
    window = self.limit
    self.limitOnClock = limitOnClock
  }

  /// The same limits on another clock, and none in real time.
  var withoutRealTime: Timeouts {
    Timeouts(requested: requested, onClock: limitOnClock ?? max(limit, window))
  }

  private init(requested: Duration, onClock limitOnClock: Nanoseconds) {
    self.requested = requested
    self.limitOnClock = limitOnClock
    limit = .max
    window = .max
  }

  private static func scaled(_ nanoseconds: Nanoseconds, by factor: Double) -> Nanoseconds {
    guard factor != 1, nanoseconds != .max else { return nanoseconds }
    let product = Double(nanoseconds) * factor
    return product < 9.2e18 ? Nanoseconds(product) : .max
  }

  /// How long code may take to end after a cancellation or the end of its time: half a second, scaled.
  static let grace = Timeouts(.milliseconds(500)).limit
  static let scale = EnvironmentSetting.positive("EXPECTATIONS_TIMEOUT_SCALE") ?? 1
  static let quietScale = EnvironmentSetting.positive("EXPECTATIONS_QUIET_SCALE") ?? 1
}
