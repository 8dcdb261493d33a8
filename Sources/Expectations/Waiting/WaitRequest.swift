/// What a wait is for, which decides how its verdict is judged.
enum WaitGoal: Sendable {
  /// The expectations are complete in time.
  case completion
  /// A fulfillment delivers an error.
  case error
  /// No fulfillment comes before the time is over.
  case silence
}

/// Who records the failure of a wait.
enum FailureHandling: Sendable {
  case wait
  /// The caller, in its own words.
  case caller
  /// No one: the caller returns the report.
  case none
}

/// The description of a wait before it begins. A class, because the steps of a wait pass it on many times.
final class WaitRequest: Sendable {
  /// The expectations of the wait, followed by its signal, if it has one.
  let expectations: TinyArray<any AnyExpectation>
  /// The position of the signal, which ends the windows early.
  let signal: Int?
  let rule: WaitRule
  let needsValues: Bool
  /// Whether a method of the expectation waits. Other waits may get it from an object that holds it.
  let isMethodOfExpectation: Bool
  /// What records a failure.
  let failureHandling: FailureHandling
  /// What the wait is for.
  let goal: WaitGoal
  /// Whether the wait only observes expectations of other waits.
  let isPassive: Bool
  /// Whether the limit is the end of a pause in real time instead of a deadline.
  ///
  /// A pause does not become longer when nothing can run.
  let isPause: Bool
  /// Whether the log of the run's waits leaves the wait out, because the caller adds a line of its own, or none.
  let isLoggedByCaller: Bool
  /// The test of a wait for an expectation that belongs to none.
  private let testOfCaller: ObjectIdentifier?
  let timeouts: Timeouts
  let clock: WaitClock
  let site: CallSite

  /// - Parameter timeouts: The limits, if they are not those of `timeout`.
  init(
    _ expectations: consuming TinyArray<any AnyExpectation>, rule: WaitRule = .all, needsValues: Bool = false,
    isMethodOfExpectation: Bool = false,
    failures failureHandling: FailureHandling = .wait, goal: WaitGoal = .completion, isLoggedByCaller: Bool = false,
    timeout: Duration? = nil, timeouts: Timeouts? = nil, until signal: (any AnyExpectation)? = nil,
    clock: (any Clock<Duration>)? = nil, site: CallSite
  ) {
    self.signal = signal.map { _ in expectations.count }
    if let signal { expectations.append(signal) }
    self.expectations = expectations
    self.rule = rule
    self.needsValues = needsValues
    self.isMethodOfExpectation = isMethodOfExpectation
    self.failureHandling = failureHandling
    self.goal = goal
    isPassive = false
    isPause = false
    self.isLoggedByCaller = isLoggedByCaller
    testOfCaller = nil
    let clock = WaitClock(clock)
    self.timeouts = timeouts ?? Timeouts(timeout, goal: goal, isOnOtherClock: clock.isOther)
    self.clock = clock
    self.site = site
  }

  /// Creates an internal wait for one of several expectations. It only observes those that belong to the test.
  init(
    forAnyOf expectations: TinyArray<any AnyExpectation>, isPause: Bool = false, of test: ObjectIdentifier? = nil,
    timeouts: Timeouts, clock: WaitClock, site: CallSite
  ) {
    self.expectations = expectations
    signal = nil
    rule = .any
    needsValues = false
    isMethodOfExpectation = false
    failureHandling = .wait
    goal = .completion
    isPassive = true
    self.isPause = isPause
    isLoggedByCaller = false
    testOfCaller = test
    self.timeouts = timeouts
    self.clock = clock
    self.site = site
  }

  /// Creates a wait like another one, with other limits and another clock.
  init(like other: WaitRequest, isPause: Bool, timeouts: Timeouts, clock: WaitClock) {
    expectations = other.expectations
    signal = other.signal
    rule = other.rule
    needsValues = other.needsValues
    isMethodOfExpectation = other.isMethodOfExpectation
    failureHandling = other.failureHandling
    goal = other.goal
    isPassive = other.isPassive
    self.isPause = isPause
    isLoggedByCaller = other.isLoggedByCaller
    testOfCaller = other.testOfCaller
    self.timeouts = timeouts
    self.clock = clock
    site = other.site
  }

  /// Whether the wait records nothing, so that its caller needs a report even of a success.
  var recordsNothing: Bool { failureHandling != .wait }

  /// The test that the wait belongs to. Looking for that of the caller takes locks, so a wait for nothing has none.
  var test: ObjectIdentifier? { testOfCaller ?? expectations.first.map { ObjectIdentifier($0.host) } }

  /// The destination of its problems.
  var host: any TestHost { expectations.first?.host ?? TestHosts.current }

  /// Whether the wait is the library's own. No test learns of it.
  var isInternal: Bool { host === SilentHost.shared }

  /// The positions of the expectations that are fulfilled only on a queue that the calling thread blocks.
  var blockedByCaller: [Int] {
    // Most expectations have no such queue.
    guard expectations.contains(where: { $0.queue != nil }) else { return [] }
    return expectations.indices.filter { expectations[$0].queue?.isBlockedByCaller ?? false }
  }

  /// Returns the members of the wait for the machine. Call it only under the engine's lock.
  func members(in state: inout EngineState, unreachable: [Int]) -> TinyArray<WaitMember> {
    if case .one(let expectation) = expectations {
      // A signal alone has nothing to end.
      guard signal != 0 else { return .none }
      return .one(WaitMember(expectation: expectation.key(in: &state), isBlockedByWaiter: !unreachable.isEmpty))
    }
    var members = expectations.map { WaitMember(expectation: $0.key(in: &state)) }
    for position in unreachable { members[position].isBlockedByWaiter = true }
    if let signal { members[signal].endsInversion = true }
    return TinyArray(all: members)
  }

  /// Returns when to check the wait first, on the fair clock, to find out what else can run.
  func firstCheck(from now: Moment) -> MonotonicInstant {
    isPause ? .never : Heartbeat.firstCheck(from: now.fair, limit: timeouts.limit)
  }

  /// Whether a timeout may be what the caller expects. A caller that gets the report decides later.
  var isTimeoutExpected: Bool {
    isPassive || goal == .silence || failureHandling == .none || !host.explainsTimeouts
  }

  /// - `thread`: What the wait blocks; unknown when it suspends.
  /// - `queue`: The queue whose thread it occupies.
  func parameters(
    from now: Moment, inside outer: SlotKey? = nil, blocking thread: ThreadLabel = .unknown,
    occupying queue: QueueSet = []
  ) -> WaitParameters {
    WaitParameters(
      rule: rule, needsValues: needsValues, reportsLateFulfillment: !recordsNothing && !clock.isOther,
      isPassive: isPassive,
      usesExternalClock: clock.isOther || isPause, isTimeoutExpected: isTimeoutExpected,
      endsOnSuccess: !recordsNothing,
      place: FulfillmentPlace(site: site, thread: thread, time: now.real), occupiedQueue: queue,
      test: test,
      deadline: isPause && timeouts.limit > 0 ? .never : now.fair.advanced(by: timeouts.limit),
      invertedDeadline: now.fair.advanced(by: timeouts.window), outer: outer)
  }
}

extension Timeouts {
  /// The window of a wait for silence becomes longer by a scale of its own.
  fileprivate init(_ timeout: Duration?, goal: WaitGoal, isOnOtherClock: Bool) {
    if goal == .silence, !isOnOtherClock {
      self.init(timeout, scale: Self.quietScale)
    } else {
      self.init(timeout, isOnOtherClock: isOnOtherClock)
    }
  }
}

/// Returns the expectations behind the members of a pack.
func anyExpectations<each W: Waitable>(of waitables: repeat each W) -> TinyArray<any AnyExpectation> {
  var expectations = TinyArray<any AnyExpectation>()
  for waitable in repeat each waitables { expectations.append(waitable.waitTarget.expectation) }
  return expectations
}
