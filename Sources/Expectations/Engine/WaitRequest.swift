/// A wait as it was asked for.
struct WaitRequest: Sendable {
  /// What is waited for, and then the signal if there is one.
  var expectations: TinyArray<any AnyExpectation>
  /// The position of what ends the windows of those that must not happen early.
  var signal: Int?
  var rule: WaitRule
  var needsValues: Bool
  /// Whether the caller judges for itself: the wait records nothing, and its report is wanted of a success, too.
  var recordsNothing: Bool
  /// Whether an error is what is wanted.
  var wantsError = false
  /// Whether a silent wait is one whose failure is recorded all the same, in words of its own.
  var isRecordedByCaller = false
  /// Whether how it ends is no news of what it is for.
  private(set) var isPassive = false
  /// Whether its limit is no deadline but a pause, which lasts no longer when nothing can run: it is one of real time.
  var isPause = false
  /// Whether its caller notes the outcome, as it knows better what a success is.
  var isLoggedByCaller = false
  var timeouts: Timeouts
  var clock: WaitClock
  var site: CallSite

  init(
    _ expectations: TinyArray<any AnyExpectation>, rule: WaitRule = .all, needsValues: Bool = false,
    recordsNothing: Bool = false,
    timeout: Duration?, until signal: (any AnyExpectation)? = nil, clock: (any Clock<Duration>)? = nil, site: CallSite
  ) {
    self.expectations = expectations
    if let signal {
      self.signal = expectations.count
      self.expectations.append(signal)
    }
    self.rule = rule
    self.needsValues = needsValues
    self.recordsNothing = recordsNothing
    self.clock = WaitClock(clock)
    timeouts = Timeouts(timeout, isOnOtherClock: self.clock.isOther)
    self.site = site
  }

  /// A wait of the library's own, for one of several. It only watches what belongs to the test.
  init(forAnyOf expectations: TinyArray<any AnyExpectation>, timeouts: Timeouts, clock: WaitClock, site: CallSite) {
    self.expectations = expectations
    rule = .any
    needsValues = false
    recordsNothing = false
    isPassive = true
    self.timeouts = timeouts
    self.clock = clock
    self.site = site
  }

  /// Where its problems go.
  var host: any TestHost { expectations.first?.host ?? TestHosts.current }

  /// Whether the library waits for itself, which no test is told of.
  var isInternal: Bool { host === SilentHost.shared }

  /// The positions of those that are fulfilled only on a queue that the calling thread blocks.
  var blockedByCaller: [Int] {
    expectations.indices.filter { expectations[$0].queue?.isBlockedByCaller ?? false }
  }

  /// What the machine is to wait for. Only under the engine's lock.
  func members(in state: inout EngineState, unreachable: [Int]) -> TinyArray<WaitMember> {
    if case .one(let expectation) = expectations {
      // With nothing to wait for, there is nothing to end.
      guard signal != 0 else { return .none }
      return .one(WaitMember(expectation: expectation.key(in: &state), isBlockedByWaiter: !unreachable.isEmpty))
    }
    var members = expectations.map { WaitMember(expectation: $0.key(in: &state)) }
    for position in unreachable { members[position].isBlockedByWaiter = true }
    if let signal { members[signal].endsInversion = true }
    return TinyArray(all: members)
  }

  /// When to look at the wait for the first time, on the fair clock, to ask what else can run.
  func firstCheck(from now: Moment) -> Instant {
    isPause ? .never : Heartbeat.firstCheck(from: now.fair, limit: timeouts.limit)
  }

  /// - `thread`: What it blocks; unknown where it is suspended.
  func parameters(
    from now: Moment, inside outer: SlotKey? = nil, blocking thread: ThreadLabel = .unknown
  ) -> WaitParameters<FulfillmentPlace> {
    WaitParameters(
      rule: rule, needsValues: needsValues, reportsLateFulfillment: !recordsNothing && !clock.isOther,
      isPassive: isPassive,
      usesExternalClock: clock.isOther || isPause, endsOnSuccess: !recordsNothing,
      place: FulfillmentPlace(site: site, thread: thread, time: now.real),
      deadline: isPause && timeouts.limit > 0 ? .never : now.fair.advanced(by: timeouts.limit),
      invertedDeadline: now.fair.advanced(by: timeouts.window), outer: outer)
  }
}

/// What the members of a pack stand for in a wait.
func anyExpectations<each W: Waitable>(of waitables: repeat each W) -> TinyArray<any AnyExpectation> {
  var expectations = TinyArray<any AnyExpectation>()
  for waitable in repeat each waitables { expectations.append(waitable.waitTarget.expectation) }
  return expectations
}
