/// How long a wait may take: what was asked for, scaled for the machine.
struct Timeouts: Sendable {
  /// As it was asked for or by default.
  let asked: Duration
  /// How long to wait for what is wanted.
  let limit: Nanoseconds
  /// How long what must not happen must not happen.
  let window: Nanoseconds
  /// How long the wait may take on another clock, if it is measured on one. That is not scaled: whoever controls a
  /// clock does not depend on how fast the machine is. The other two then bound the wait in real time.
  let limitOnClock: Nanoseconds?

  init(
    _ timeout: Duration?, isOnOtherClock: Bool = false, scale: Double = Self.scale,
    quietScale: Double = Self.quietScale
  ) {
    asked = timeout ?? ExpectationDefaults.timeout
    let nanoseconds = max(0, asked.saturatedNanoseconds)
    guard isOnOtherClock else {
      limit = Self.scaled(nanoseconds, by: scale)
      window = Self.scaled(nanoseconds, by: quietScale)
      limitOnClock = nil
      return
    }
    // A bound of nothing would let the wait look only once, which is what a timeout of nothing means.
    let bound = max(1_000_000, ExpectationDefaults.timeout.saturatedNanoseconds)
    limit = nanoseconds == 0 ? 0 : Self.scaled(bound, by: scale)
    window = limit
    limitOnClock = nanoseconds
  }

  /// Exactly so long in real time, and on another clock. Nothing is scaled.
  init(exactly limit: Nanoseconds, onClock limitOnClock: Nanoseconds? = nil) {
    asked = .nanoseconds(limit)
    self.limit = max(0, limit)
    window = self.limit
    self.limitOnClock = limitOnClock
  }

  private static func scaled(_ nanoseconds: Nanoseconds, by factor: Double) -> Nanoseconds {
    guard factor != 1, nanoseconds != .max else { return nanoseconds }
    let product = Double(nanoseconds) * factor
    return product < 9.2e18 ? Nanoseconds(product) : .max
  }

  /// How long what cannot run holds up the clock at most, in one go: half a minute. With zero, the clock shows real
  /// time.
  static let stallLimit: Nanoseconds = {
    let seconds = EnvironmentNumber.notNegative("EXPECTATIONS_STALL_LIMIT") ?? 30
    return Nanoseconds(min(seconds, 1e9) * 1e9)
  }()
  /// How long what was cancelled, or runs when its time is over, has to end: half a second, more on a slow machine.
  static let grace = Timeouts(.milliseconds(500)).limit
  static let scale = EnvironmentNumber.positive("EXPECTATIONS_TIMEOUT_SCALE") ?? 1
  static let quietScale = EnvironmentNumber.positive("EXPECTATIONS_QUIET_SCALE") ?? 1
}
