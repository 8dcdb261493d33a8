/// What a condition must do.
enum ConditionGoal: Hashable, Sendable {
  /// The condition holds at some time.
  case eventually
  /// The condition holds all the time.
  case always
  /// The condition holds at no time.
  case never
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
  /// The condition did not hold when it had to, or held when it must not.
  case broken
  /// The condition threw an error that shows that waiting is pointless.
  case unrecoverable
  /// An evaluation did not end in time.
  case stillRunning
  /// The time of a wait around the condition is over.
  case interrupted

  /// The outcome of a wait that is most similar.
  var outcome: WaitReport.Outcome {
    switch self {
    case .timedOut, .tooEarly, .stillRunning: .timedOut
    case .broken: .unexpectedFulfillment
    case .unrecoverable: .threw
    case .interrupted: .interrupted
    }
  }
}

/// Decides after each evaluation whether a condition has reached its goal. It uses no clock, thread or closure. Times
/// count from the beginning of the condition.
struct ConditionState {
  /// What to do after an evaluation.
  enum Step: Hashable {
    /// The goal is reached.
    case passed
    case failed(ConditionFailure)
    /// Another evaluation must follow: after a change or a pause, but no later than `by`.
    case again(after: Nanoseconds, by: Nanoseconds)
  }

  let goal: ConditionGoal
  /// How long the condition may take, or how long it must last.
  let limit: Nanoseconds
  /// How long after that an evaluation may still run, if it began in time.
  let grace: Nanoseconds
  /// When an evaluation that began in time must have ended.
  var latest: Nanoseconds { limit > .max - grace ? .max : limit + grace }
  /// The earliest time at which the condition may hold, in real time.
  var earliest: Nanoseconds = 0
  /// How long the condition must hold without a break.
  var stability: Nanoseconds = 0
  private(set) var pace: PollingPace
  private(set) var tries = 0
  private var holdsSince: Nanoseconds?
  /// Whether it has held, perhaps not for long enough.
  private(set) var hasHeld = false

  init(_ goal: ConditionGoal, limit: Nanoseconds, grace: Nanoseconds, pace: PollingPace) {
    (self.goal, self.limit, self.grace, self.pace) = (goal, limit, grace, pace)
  }

  /// Notes that a value that the condition reads changes. The announcement may come before the change itself.
  mutating func noteChange() { pace.pollSoon() }

  /// Judges an evaluation that began and ended at these times. An evaluation is the last if it begins when the time is
  /// over.
  ///
  /// - `absent`: In how much of that time the process did not run.
  /// - `uncounted`: How much more real time had passed at its end.
  mutating func judge(
    _ result: EvaluationResult, from began: Nanoseconds, to ended: Nanoseconds, absent: Nanoseconds = 0,
    uncounted: @autoclosure () -> Nanoseconds = 0
  ) -> Step {
    tries += 1
    if case .threw(isUnrecoverable: true) = result { return .failed(.unrecoverable) }
    // An evaluation that began late also ends late, because the caller did not run in time.
    guard ended - absent <= latest || began > limit else { return .failed(.stillRunning) }
    let isOver = began >= limit
    guard goal == .eventually else { return judgeWindow(result, isOver: isOver) }
    if result == .holds, ended + uncounted() < earliest { return .failed(.tooEarly) }
    return judgeEventually(result, at: ended, isOver: isOver)
  }

  private mutating func judgeEventually(_ result: EvaluationResult, at now: Nanoseconds, isOver: Bool) -> Step {
    guard result == .holds else {
      holdsSince = nil
      return isOver ? .failed(.timedOut(heldLast: false)) : .again(after: pace.next(), by: limit)
    }
    let since = holdsSince ?? now
    (holdsSince, hasHeld) = (since, true)
    if now - since >= stability { return .passed }
    if isOver { return .failed(.timedOut(heldLast: true)) }
    return .again(after: pace.next(), by: min(since > .max - stability ? .max : since + stability, limit))
  }

  private mutating func judgeWindow(_ result: EvaluationResult, isOver: Bool) -> Step {
    guard (result == .holds) == (goal == .always) else { return .failed(.broken) }
    return isOver ? .passed : .again(after: pace.next(), by: limit)
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
