/// The time limits of one wait: the requested timeout, scaled for slow computers.
struct Limits: Sendable {
  /// The requested or default timeout, before scaling.
  let requested: Duration
  /// How long the wait may take to become complete.
  let limit: Nanoseconds
  /// How long an expectation that must not happen must stay without a fulfillment.
  let window: Nanoseconds

  init(_ timeout: Duration?, scale: Double = Self.scale, quietScale: Double = Self.quietScale) {
    requested = timeout ?? ExpectationDefaults.timeout
    let nanoseconds = max(0, requested.saturatedNanoseconds)
    limit = Self.scaled(nanoseconds, by: scale)
    window = Self.scaled(nanoseconds, by: quietScale)
  }

  private static func scaled(_ nanoseconds: Nanoseconds, by factor: Double) -> Nanoseconds {
    guard factor != 1, nanoseconds != .max else { return nanoseconds }
    let product = Double(nanoseconds) * factor
    return product < 9.2e18 ? Nanoseconds(product) : .max
  }

  /// How long code may take to end after a cancellation or the end of its time: half a second, scaled.
  static let grace = Limits(.milliseconds(500)).limit
  /// How long an evaluation may take beyond the end of its condition, if it began in time: a busy computer may give its
  /// task only a few turns in that time.
  static let graceOfEvaluation = Limits(.seconds(2)).limit
  static let scale = EnvironmentSetting.positive("EXPECTATIONS_TIMEOUT_SCALE") ?? 1
  static let quietScale = EnvironmentSetting.positive("EXPECTATIONS_QUIET_SCALE") ?? 1
}

extension Wait {
  /// Creates a wait of a test.
  ///
  /// - Parameter timeout: How long it may take; nil for the default.
  convenience init(
    _ rule: WaitRule = .all, needsValues: Bool = false, goal: Goal = .completion, timeout: Duration?,
    needsReport: Bool = false, site: CallSite
  ) {
    let limits = Limits(timeout)
    let isWindow = goal == .nothing
    self.init(
      terms: WaitTerms(
        rule: rule, needsValues: needsValues, limit: isWindow ? limits.window : limits.limit, window: limits.window,
        isInRealTime: isWindow, reportsLateness: !needsReport, isQuiet: isWindow),
      goal: goal, timeout: limits.requested, needsReport: needsReport, site: site)
  }

  /// Creates a wait of the library itself, which judges nothing.
  static func ofLibrary(limit: Nanoseconds, site: CallSite) -> Wait {
    Wait(
      terms: WaitTerms(rule: .any, limit: limit, window: limit, judges: false),
      timeout: .nanoseconds(limit), site: site)
  }

  /// Creates a pause of a condition: in real time, but not beyond a deadline on the clock of the condition.
  static func pause(
    _ pause: Nanoseconds, atMost limit: Nanoseconds, of condition: WaitTerms.Span, isInRealTime: Bool, site: CallSite
  ) -> Wait {
    Wait(
      terms: WaitTerms(
        rule: .any, limit: limit, window: limit, isInRealTime: isInRealTime, judges: false, pause: pause,
        condition: condition),
      timeout: .nanoseconds(limit), site: site)
  }
}
