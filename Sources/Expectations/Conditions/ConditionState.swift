/// What is demanded of a condition.
enum ConditionGoal: Hashable, Sendable {
  /// It holds at some time.
  case eventually
  /// It holds all the time.
  case always
  /// It holds at no time.
  case never
}

/// What was agreed when the waiting for a condition began. Instants are those of the clock that it is measured on.
struct ConditionTerms: Sendable {
  var goal: ConditionGoal
  var started: Instant
  var deadline: Instant
  /// How much longer than the deadline an evaluation may run that has begun by then.
  var grace: Nanoseconds
  /// How soon it may hold at the earliest.
  var earliest: Nanoseconds = 0
  /// How long it has to hold without a break.
  var stability: Nanoseconds = 0

  /// When an evaluation that began in time must have ended.
  var latest: Instant { deadline.advanced(by: grace) }
}

/// What an evaluation of a condition came to.
enum Sample<Value> {
  case holds(Value)
  case fails
  /// It threw an error; a hopeless one shows that waiting is pointless.
  case threw(isHopeless: Bool)
}

extension Sample: Equatable where Value: Equatable {}

/// Why a condition was not met.
enum ConditionFault: Hashable, Sendable {
  /// It did not hold in time, or not for long enough.
  case timedOut(heldLast: Bool)
  /// It held too early.
  case tooEarly
  /// It did not hold when it had to, or held when it must not.
  case broken
  /// It threw an error after which waiting is pointless.
  case hopeless
  /// An evaluation did not come to an end.
  case stillRunning
  /// The clock that it is measured on was not moved for too long.
  case clockStoodStill
  /// The time of a wait around it is over.
  case interrupted
}

/// Decides when a condition has been met, from one evaluation to the next. It knows no clock, thread or closure.
struct ConditionState<Value> {
  /// What follows from an evaluation.
  enum Step {
    /// The goal is reached. There is a value where the condition held.
    case passed(Value?)
    case failed(ConditionFault)
    /// It has to be looked at again: after a change or a pause, but not later than at an instant.
    case again(after: Nanoseconds, by: Instant)

    var hasPassed: Bool {
      if case .passed = self { true } else { false }
    }
  }

  let parameters: ConditionTerms
  private(set) var pace: PollingPace
  private(set) var tries = 0
  private var holdsSince: Instant?

  init(_ parameters: ConditionTerms, pace: PollingPace) {
    self.parameters = parameters
    self.pace = pace
  }

  /// Something that the condition depends on changes. The news may have come before the change itself.
  mutating func noteChange() {
    pace.hurry()
  }

  /// Judges an evaluation that began and ended at these instants. The last one is that which begins when the time is
  /// over, or when a signal has come that nothing more needs to be watched.
  mutating func judge(_ sample: Sample<Value>, from began: Instant, to ended: Instant, isLast: Bool = false) -> Step {
    tries += 1
    if case .threw(isHopeless: true) = sample { return .failed(.hopeless) }
    guard ended <= parameters.latest || isLate(began) else { return .failed(.stillRunning) }
    let isOver = isLast || began >= parameters.deadline
    return parameters.goal == .eventually
      ? judgeHope(sample, at: ended, isOver: isOver) : judgeWindow(sample, at: ended, isOver: isOver)
  }

  /// Whether an evaluation began so late that its end is late, too, because the caller did not get to run.
  private func isLate(_ began: Instant) -> Bool { began > parameters.deadline }

  private mutating func judgeHope(_ sample: Sample<Value>, at now: Instant, isOver: Bool) -> Step {
    guard case .holds(let value) = sample else {
      holdsSince = nil
      return isOver ? .failed(.timedOut(heldLast: false)) : .again(after: pace.next(), by: parameters.deadline)
    }
    guard now.since(parameters.started) >= parameters.earliest else { return .failed(.tooEarly) }
    let since = holdsSince ?? now
    holdsSince = since
    if now.since(since) >= parameters.stability { return .passed(value) }
    if isOver { return .failed(.timedOut(heldLast: true)) }
    return .again(after: pace.next(), by: min(since.advanced(by: parameters.stability), parameters.deadline))
  }

  private mutating func judgeWindow(_ sample: Sample<Value>, at now: Instant, isOver: Bool) -> Step {
    let holds = if case .holds = sample { true } else { false }
    guard holds == (parameters.goal == .always) else { return .failed(.broken) }
    if isOver { return .passed(nil) }
    return .again(after: pace.next(), by: parameters.deadline)
  }
}

/// How long to wait between two evaluations when nothing says that something has changed.
struct PollingPace: Hashable, Sendable {
  /// The first pause after a change. That is announced before it is made, so the first looks may come too soon: some of
  /// them come without a pause, as it is made in some microseconds nearly always.
  private static let hurried: Nanoseconds = 20_000
  private static let looksWithoutPause = 8

  private let longest: Nanoseconds
  private var regular: Nanoseconds
  private var hurriedPause: Nanoseconds?
  private var looksLeft = 0

  /// Pauses of `interval`, each twice the one before up to `longest`.
  init(interval: Nanoseconds, longest: Nanoseconds) {
    // Without any pause it would not be polling but spinning.
    regular = max(interval, Self.hurried)
    self.longest = max(longest, regular)
  }

  /// A change has been announced: look again soon, several times.
  mutating func hurry() {
    hurriedPause = Self.hurried
    looksLeft = Self.looksWithoutPause
  }

  /// The next pause; zero to let others run only.
  mutating func next() -> Nanoseconds {
    if looksLeft > 0 {
      looksLeft -= 1
      return 0
    }
    if let pause = hurriedPause, pause < regular {
      hurriedPause = pause * 4
      return pause
    }
    hurriedPause = nil
    defer { regular = regular > longest / 2 ? longest : regular * 2 }
    return regular
  }
}
