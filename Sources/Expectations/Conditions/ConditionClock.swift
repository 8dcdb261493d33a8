/// The time of one condition, or of one call of a recorder, since its beginning.
///
/// Pauses are on fair time, like a wait. An evaluation on the caller's thread counts in real time, as far as the
/// process runs: it may itself keep the main queue from running. A window is on real time.
struct ConditionClock {
  /// The timeout that the caller asked for, before scaling.
  let requested: Duration
  /// How long the call may take, or must last.
  let limit: Nanoseconds
  private(set) var isInRealTime: Bool
  let isBlocking: Bool
  let isWindow: Bool
  private let started: Moment
  /// Another object for each call that an observer learns of.
  private let identity = RunObservers.current == nil ? nil : Identity()
  private let controlled: ControlledTime?
  private let controlledStart: Duration
  /// How much of the time of evaluations did not pass on the fair clock.
  private var stalledEvaluations: Nanoseconds = 0
  /// In how much of the last evaluation the process did not run, if that time counted.
  private(set) var absent: Nanoseconds = 0

  /// - Parameter isWindow: Whether something must not happen, or must last, for the whole time.
  init(_ timeout: Duration?, isWindow: Bool, context: CallingContext) {
    let limits = Limits(timeout)
    requested = limits.requested
    limit = isWindow ? limits.window : limits.limit
    isInRealTime = isWindow || context == .mainQueueJob
    isBlocking = context != .suspended
    self.isWindow = isWindow
    started = Engine.withLock { $0.now() }
    controlled = ControlledTime.current
    controlledStart = controlled?.now() ?? .zero
  }

  var isControlled: Bool { controlled != nil }

  func now() -> Nanoseconds {
    if let controlled { return (controlled.now() - controlledStart).saturatedNanoseconds }
    return time(of: Engine.withLock { $0.now() })
  }

  /// When something happened, unless the time is controlled.
  func time(of moment: Moment) -> Nanoseconds {
    isInRealTime ? moment.real.since(started.real) : moment.fair.since(started.fair) + stalledEvaluations
  }

  /// The deadline on the clock of the wait; `.never` in a controlled time.
  var deadline: Instant { isControlled ? .never : (isInRealTime ? started.real : started.fair).advanced(by: limit) }

  /// How much time is left.
  var left: Nanoseconds { max(0, limit - now()) }

  /// The real time that did not count.
  var uncounted: Nanoseconds { controlled == nil ? max(0, Instant.now().since(started.real) - now()) : 0 }

  /// The beginning of an evaluation on the caller's thread.
  struct Beginning {
    /// On the clock of the condition.
    fileprivate(set) var time: Nanoseconds
    /// Nil in a controlled time.
    fileprivate var reading: EngineState.Reading?
  }

  func beginEvaluation() -> Beginning {
    guard controlled == nil else { return Beginning(time: now()) }
    let reading = Engine.withLock { state in
      state.beginEvaluation()
      return state.reading()
    }
    return Beginning(time: time(of: reading.moment), reading: reading)
  }

  /// Counts the time of an evaluation; on fair time, without that in which the process did not run. Returns its end.
  mutating func endEvaluation(since beginning: Beginning) -> Nanoseconds {
    guard let before = beginning.reading else { return now() }
    let after = Engine.withLock { state in
      state.endEvaluation()
      return state.reading()
    }
    let absent = after.absent - before.absent
    if isInRealTime {
      self.absent = absent
    } else {
      let (real, fair) = (after.moment.real.since(before.moment.real), after.moment.fair.since(before.moment.fair))
      stalledEvaluations += max(0, real - fair - absent)
    }
    return time(of: after.moment)
  }

  /// Runs on real time if a pause was found to block the main queue: all of them do.
  mutating func noteEnd(of pause: Wait) { if pause.blocksMainQueue { isInRealTime = true } }

  /// Its time, for the waits of which it consists.
  func span(at now: Nanoseconds) -> WaitTerms.Span {
    WaitTerms.Span(began: started.real, limit: limit, left: limit < .max ? max(0, limit - now) : .max)
  }

  /// A wait for a pause in real time, which ends at `time` at the latest.
  func pause(_ pause: Nanoseconds, until time: Nanoseconds, site: CallSite) -> Wait {
    let now = now()
    let left = max(0, time - now)
    guard controlled == nil else { return .ofLibrary(limit: min(pause, left), site: site) }
    return .pause(pause, atMost: left, of: span(at: now), isInRealTime: isInRealTime, isWindow: isWindow, site: site)
  }

  // MARK: What an observer learns

  private final class Identity: Sendable {}

  func facts(
    _ kind: WaitFacts.Kind, _ description: String, evaluations: Int? = nil, at site: CallSite, in host: any TestHost
  ) -> WaitFacts {
    WaitFacts(
      number: identity.map { UInt(bitPattern: ObjectIdentifier($0)) } ?? 0, kind: kind,
      parts: [.init(description: description)], evaluations: evaluations, site: site, test: host.testName,
      began: started.real.nanoseconds, limit: limit, isBlocking: isBlocking)
  }

  func tellEnd(of facts: @autoclosure () -> WaitFacts, _ outcome: WaitReport.Outcome) {
    guard let observer = RunObservers.current else { return }
    let uncounted = uncounted
    observer.waitEnded(
      facts(),
      WaitEnd(
        outcome: outcome, used: now(), uncounted: uncounted, stalls: Stall.all(since: started.real, uncounted),
        isJudgedByCaller: false))
  }
}
