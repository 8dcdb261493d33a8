/// What a condition must do.
enum ConditionGoal: Hashable, Sendable {
  /// The condition holds at some time.
  case eventually
  /// The condition holds all the time.
  case always
  /// The condition holds at no time.
  case never
}

/// The parameters of a condition, set when it begins. Instants are on the clock that measures the condition.
struct ConditionParameters: Sendable {
  var goal: ConditionGoal
  var started: MonotonicInstant
  var deadline: MonotonicInstant
  /// How long after the deadline an evaluation may still run, if it began by the deadline.
  var grace: Nanoseconds
  /// The earliest time, counted from the start, at which the condition may hold.
  var earliest: Nanoseconds = 0
  /// How long the condition must hold without a break.
  var stability: Nanoseconds = 0

  /// The latest instant at which an evaluation that began in time may end.
  var latest: MonotonicInstant { deadline.advanced(by: grace) }
}

/// The result of an evaluation of a condition.
enum EvaluationResult: Hashable, Sendable {
  case holds
  case fails
  /// The condition threw an error; an unrecoverable error shows that waiting is pointless.
  case threw(isUnrecoverable: Bool)
}

/// Why a condition failed.
enum ConditionFailure: Hashable, Sendable {
  /// The condition did not hold in time, or not for long enough.
  case timedOut(heldLast: Bool)
  /// The condition held too early.
  case tooEarly
  /// The signal that ends the window did not come in time.
  case signalMissing
  /// The condition did not hold when it had to, or held when it must not.
  case broken
  /// The condition threw an error that shows that waiting is pointless.
  case unrecoverable
  /// An evaluation did not end.
  case stillRunning
  /// No test moved the clock that measures the condition, for too long.
  case clockStoodStill
  /// The time of a wait around the condition is over.
  case interrupted
}

/// Decides after each evaluation whether a condition has reached its goal. It uses no clock, thread or closure.
struct ConditionState {
  /// What to do after an evaluation.
  enum Step: Hashable {
    /// The goal is reached.
    case passed
    case failed(ConditionFailure)
    /// Another evaluation must follow: after a change or a pause, but no later than `by`.
    case again(after: Nanoseconds, by: MonotonicInstant)
  }

  let parameters: ConditionParameters
  private(set) var pace: PollingPace
  private(set) var tries = 0
  private var holdsSince: MonotonicInstant?

  init(_ parameters: ConditionParameters, pace: PollingPace) {
    self.parameters = parameters
    self.pace = pace
  }

  /// Notes that a value that the condition reads changes. The announcement may come before the change itself.
  mutating func noteChange() {
    pace.pollSoon()
  }

  /// Judges an evaluation that began and ended at these instants. An evaluation is the last if it begins when the time
  /// is over, or if a signal has come, after which no further evaluation is needed.
  ///
  /// - `uncounted`: How much time has passed that did not count. What comes after it is not too early.
  mutating func judge(
    _ result: EvaluationResult, from began: MonotonicInstant, to ended: MonotonicInstant, isLast: Bool = false,
    uncounted: Nanoseconds = 0
  )
    -> Step
  {
    tries += 1
    if case .threw(isUnrecoverable: true) = result { return .failed(.unrecoverable) }
    guard ended <= parameters.latest || isLate(began) else { return .failed(.stillRunning) }
    let isOver = isLast || began >= parameters.deadline
    return parameters.goal == .eventually
      ? judgeEventually(result, at: ended, isOver: isOver, uncounted) : judgeWindow(result, at: ended, isOver: isOver)
  }

  /// Whether an evaluation began after the deadline. Then it also ends late, because the caller did not run in time.
  private func isLate(_ began: MonotonicInstant) -> Bool { began > parameters.deadline }

  private mutating func judgeEventually(
    _ result: EvaluationResult, at now: MonotonicInstant, isOver: Bool, _ uncounted: Nanoseconds
  ) -> Step {
    guard result == .holds else {
      holdsSince = nil
      return isOver ? .failed(.timedOut(heldLast: false)) : .again(after: pace.next(), by: parameters.deadline)
    }
    guard now.since(parameters.started) + uncounted >= parameters.earliest else { return .failed(.tooEarly) }
    let since = holdsSince ?? now
    holdsSince = since
    if now.since(since) >= parameters.stability { return .passed }
    if isOver { return .failed(.timedOut(heldLast: true)) }
    return .again(after: pace.next(), by: min(since.advanced(by: parameters.stability), parameters.deadline))
  }

  private mutating func judgeWindow(_ result: EvaluationResult, at now: MonotonicInstant, isOver: Bool) -> Step {
    guard (result == .holds) == (parameters.goal == .always) else { return .failed(.broken) }
    if isOver { return .passed }
    return .again(after: pace.next(), by: parameters.deadline)
  }
}

/// Decides how long to pause between two evaluations, unless an observed value changes.
struct PollingPace: Hashable, Sendable {
  /// The first pause after an announced change: 20 µs. A change is announced before it is made, so the first
  /// evaluations may come too soon. The first eight have no pause, because a change nearly always takes only a few
  /// microseconds.
  private static let shortestPause: Nanoseconds = 20_000
  private static let evaluationsWithoutPause = 8

  private let longest: Nanoseconds
  private var regular: Nanoseconds
  private var pauseAfterChange: Nanoseconds?
  private var evaluationsLeftWithoutPause = 0

  /// Begins with a pause of `interval`; each pause is twice as long as the one before, up to `longest`.
  init(interval: Nanoseconds, longest: Nanoseconds) {
    // Without any pause, the thread would spin instead of poll.
    regular = max(interval, Self.shortestPause)
    self.longest = max(longest, regular)
  }

  /// Notes that a change has been announced: several evaluations follow at short intervals.
  mutating func pollSoon() {
    pauseAfterChange = Self.shortestPause
    evaluationsLeftWithoutPause = Self.evaluationsWithoutPause
  }

  /// Returns the next pause. With zero, the caller only lets other threads run.
  mutating func next() -> Nanoseconds {
    if evaluationsLeftWithoutPause > 0 {
      evaluationsLeftWithoutPause -= 1
      return 0
    }
    if let pause = pauseAfterChange, pause < regular {
      pauseAfterChange = pause * 4
      return pause
    }
    pauseAfterChange = nil
    defer { regular = regular > longest / 2 ? longest : regular * 2 }
    return regular
  }
}
