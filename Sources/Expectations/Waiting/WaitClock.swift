/// The clock that measures the timeout of a wait.
enum WaitClock: Sendable {
  /// The monotonic clock of the computer.
  ///
  /// It also replaces `ContinuousClock` and `SuspendingClock`, because their own sleep depends on the concurrency pool.
  case real
  /// Another clock, stored indirectly: it is rare, and larger than the rest of a request.
  indirect case external(any ExternalClock)

  init(_ clock: (any Clock<Duration>)?) {
    self =
      switch clock {
      case nil, is ContinuousClock, is SuspendingClock: .real
      case let external as any ExternalClock: .external(external)
      case let other?: .external(OtherClock(clock: other))
      }
  }

  /// The clock of a pause that begins now.
  var paused: WaitClock {
    if case .external(let clock) = self { .external(clock.paused) } else { self }
  }

  /// Whether a clock other than the monotonic clock sets the deadline.
  var isOther: Bool {
    if case .real = self { false } else { true }
  }

  /// Starts to measure the time that passes; nil for the monotonic clock.
  func stopwatch() -> (@Sendable () -> Duration)? {
    if case .external(let clock) = self { clock.stopwatch() } else { nil }
  }
}

/// A clock other than the monotonic clock that tells the engine when the time of a wait is up.
protocol ExternalClock: Sendable {
  /// Times a wait, and calls `Engine.timeUp` when its limit has passed. A limit of `.max` means none.
  func startTimer(for wait: SlotKey, limit: Nanoseconds, at site: CallSite) -> ClockTimer

  /// Registers a condition as a sleeper on the clock. Returns code that removes it; nil for a clock without a list of
  /// sleepers.
  func addCondition(limit: Nanoseconds, at site: CallSite) -> (@Sendable () -> Void)?

  /// The clock of a pause that begins now.
  var paused: any ExternalClock { get }

  /// Starts to measure the time that passes.
  func stopwatch() -> @Sendable () -> Duration
}

/// The running timer of a wait on a clock other than the monotonic clock.
struct ClockTimer: Sendable {
  /// How much time has passed on the clock since the timer was created.
  let elapsed: @Sendable () -> Duration
  /// Cancels the timer and removes it from the clock.
  let cancel: @Sendable () -> Void

  /// Starts a timer for a wait; nil when the monotonic clock times the wait.
  static func start(for wait: SlotKey, of request: WaitRequest) -> ClockTimer? {
    guard case .external(let clock) = request.clock else { return nil }
    return clock.startTimer(for: wait, limit: request.timeouts.limitOnClock ?? .max, at: request.site)
  }
}

/// A clock that can time a wait only through its `sleep`.
private struct OtherClock: ExternalClock {
  let clock: any Clock<Duration>

  func startTimer(for wait: SlotKey, limit: Nanoseconds, at site: CallSite) -> ClockTimer {
    Self.startTimer(for: wait, on: clock, limit: limit)
  }

  private static func startTimer(
    for wait: SlotKey, on clock: some Clock<Duration>, limit: Nanoseconds
  ) -> ClockTimer {
    let elapsed = stopwatch(clock)
    // A clock may trap when a deadline lies beyond its last instant.
    guard limit != .max else { return ClockTimer(elapsed: elapsed, cancel: {}) }
    let sleeper = Task {
      try await clock.sleep(for: .nanoseconds(limit))
      Engine.timeUp(wait)
    }
    return ClockTimer(elapsed: elapsed, cancel: { sleeper.cancel() })
  }

  func addCondition(limit: Nanoseconds, at site: CallSite) -> (@Sendable () -> Void)? { nil }

  var paused: any ExternalClock { self }

  func stopwatch() -> @Sendable () -> Duration { Self.stopwatch(clock) }

  private static func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}

/// The external clocks in use, each with the test that created it.
///
/// If a test does not advance such a clock, code that sleeps on it never continues, and waits for that code time out.
enum ExternalClocks {
  private struct Entry {
    weak var clock: (any RemarkableClock)?
    /// The name of the test. If it has none, the identity of its host, which is not retained, because a clock may
    /// outlive its test.
    let test: String?
    let host: ObjectIdentifier
  }

  private static let all = Locked<[ObjectIdentifier: Entry]>([:])
  private static let shown = 3

  static func add(_ clock: any RemarkableClock) {
    let host = TestHosts.current
    let entry = Entry(clock: clock, test: host.testName, host: ObjectIdentifier(host))
    all.withLock { $0[ObjectIdentifier(clock)] = entry }
  }

  static func remove(_ clock: ObjectIdentifier) {
    all.withLock { $0[clock] = nil }
  }

  /// Returns what the clocks of a test report when an expected event did not come.
  static func remarks(for host: any TestHost) -> [String] {
    let (test, host) = (host.testName, ObjectIdentifier(host))
    // Release the clocks outside the lock.
    let clocks = all.withLock { all in
      all.values.filter { test == nil ? $0.host == host : $0.test == test }.compactMap(\.clock)
    }
    return Array(clocks.compactMap(\.remark).sorted().prefix(shown))
  }
}

/// A clock that can explain why an event that depends on it did not come.
protocol RemarkableClock: AnyObject, Sendable {
  /// The explanation; nil when there is none.
  var remark: String? { get }
}
