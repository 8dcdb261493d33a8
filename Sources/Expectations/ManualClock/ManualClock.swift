/// A clock that stands still until a test moves it.
///
/// Pass it to the code under test instead of a `ContinuousClock`, and hours pass at once:
///
/// ```swift
/// let clock = ManualClock()
/// let document = Document(at: url, autosaveAfter: .seconds(30), clock: clock)
/// document.edit(text)
/// await clock.waitForSleepers(1)  // the document has begun to wait
/// await clock.advance(by: .seconds(30))
/// try await saved.wait()
/// ```
///
/// The clock never guesses whether the code under test is ready: `sleepers(atLeast:)` waits until something sleeps on
/// the clock. `advance(by:)` wakes the due sleepers in the order of their instants, and then returns. After it wakes a
/// task, it waits until the task runs again before it wakes the next sleeper.
///
/// To a task that it woke, the clock shows the instant that the task slept for, until the task sleeps beyond the time
/// of the clock or a test moves the clock again. Therefore, a task that sleeps one second in a loop passes through the
/// loop ten times when a test advances the clock by ten seconds, and sees its own second each time. `advance(by:)`
/// waits only until the task runs again: wait for the tenth pass with an expectation. Tasks that the woken task starts
/// see the time of the clock.
///
/// Waits and conditions can also measure their timeout on the clock, with their parameter `clock`. They count as
/// sleepers. If a wait and a task have the same instant, the task wakes first.
///
/// Any thread may use the clock.
public final class ManualClock: Clock, Sendable {
  /// A point in the time of a manual clock.
  public struct Instant: InstantProtocol, CustomStringConvertible {
    let point: MonotonicInstant

    /// The time from the beginning of the clock to this instant, in whole nanoseconds.
    public var offset: Duration { .nanoseconds(point.nanoseconds) }

    /// The instant that is later by a duration.
    ///
    /// The result saturates at the ends of time.
    ///
    /// - Parameter duration: How much later; negative for an earlier instant.
    ///
    /// - Returns: The later or earlier instant.
    public func advanced(by duration: Duration) -> Instant {
      let nanoseconds = duration.saturatedNanoseconds
      let (sum, overflow) = point.nanoseconds.addingReportingOverflow(nanoseconds)
      return Instant(point: .init(nanoseconds: overflow ? (nanoseconds < 0 ? .min : .max) : sum))
    }

    /// The time from this instant to another one; negative when the other one is earlier.
    ///
    /// - Parameter other: The instant to measure to.
    ///
    /// - Returns: The time between them; negative when the other is earlier.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Whether the first instant is earlier than the second.
    ///
    /// - Parameters:
    ///   - lhs: The first instant.
    ///   - rhs: The second instant.
    ///
    /// - Returns: Whether `lhs` is earlier than `rhs`.
    public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.point < rhs.point }

    /// Seconds since the beginning of the clock: `30.000 s`.
    public var description: String { DurationText.exact(point.nanoseconds) }
  }

  enum Sleeper {
    case task(CheckedContinuation<InternalEvent?, any Error>)
    case wait(SlotKey, CallSite)
    /// A condition, which reads the clock by itself.
    case condition(CallSite)
    /// A pause between two evaluations of a condition.
    case pause(SlotKey)
  }

  typealias State = ClockState<Sleeper, RunningTask, InternalEvent>

  let state = Locked(State())

  /// What happens when a task sleeps on the clock.
  enum Use {
    /// It sleeps until a test moves the clock.
    case manual
    /// It moves the clock, and does not sleep.
    case immediate
    /// It is a failure of this test at this line.
    case unexpected(CallersTest, CallSite)
  }

  let use: Use
  private let hasFailed = Locked(false)

  /// Creates a clock that shows zero.
  public convenience init() { self.init(.manual) }

  private init(_ use: Use) {
    self.use = use
    ExternalClocks.add(self)
    LastingObjects.add(self)
  }

  /// Creates a clock on which no task sleeps: each `sleep` moves the clock to its instant, and returns.
  ///
  /// ```swift
  /// let player = Countdown(from: 3, clock: ManualClock.immediate())
  /// await player.run()
  /// #expect(player.shown == [3, 2, 1, 0])
  /// ```
  ///
  /// Use it where only the result matters, and not what happens before a time is over. The task yields once, so that
  /// others can run. A task that sleeps in a loop without an end never stops by itself. The timeouts of waits
  /// and conditions on this clock end when a sleep moves it so far.
  ///
  /// - Returns: A clock that shows zero.
  public static func immediate() -> ManualClock { ManualClock(.immediate) }

  /// Creates a clock that code should not sleep on: the first `sleep` is a failure at the line that creates the clock.
  /// Each returns at once, and moves the clock, as on an ``immediate()`` clock.
  ///
  /// ```swift
  /// let search = Search(clock: ManualClock.unexpected())
  /// await search.submit("swift")  // a submitted search does not wait for more typing
  /// ```
  ///
  /// Reading the time of the clock is no failure.
  ///
  /// - Returns: A clock that shows zero.
  public static func unexpected(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> ManualClock {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return ManualClock(.unexpected(CallersTest(), site))
  }

  deinit {
    ExternalClocks.remove(ObjectIdentifier(self))
    LastingObjects.remove(ObjectIdentifier(self))
  }

  /// The time that the clock shows.
  ///
  /// To a task that it woke, the clock shows the instant that the task slept for.
  public var now: Instant {
    let task = RunningTask.current
    return Instant(point: state.withLock { $0.now(for: task) })
  }

  /// The smallest difference that the clock can show: a nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Sleeps until a test moves the clock to `deadline` or beyond.
  ///
  /// If the time of the clock is already `deadline` or later, the call returns at once, even while the clock shows the
  /// calling task an earlier instant.
  ///
  /// - Parameters:
  ///   - deadline: When to wake up.
  ///   - tolerance: Ignored: the clock is exact.
  ///
  /// - Throws: `CancellationError` as soon as the task is canceled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    if !isManual { return try await pass(to: deadline) }
    let task = RunningTask.current
    let number = state.withLock { $0.nextNumber() }
    defer { removeSleeper(number) }
    let event = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        fallAsleep(number, .task(continuation), until: deadline.point, task: task)
      }
    } onCancel: {
      if case .task(let continuation)? = state.withLock({ $0.cancel(number) }) {
        continuation.resume(throwing: CancellationError())
      }
    }
    event?.send()
  }

  /// Whether tasks sleep on the clock until a test moves it.
  var isManual: Bool { if case .manual = use { true } else { false } }

  private var isFirstSleep: Bool {
    hasFailed.withLock { hasFailed in
      defer { hasFailed = true }
      return !hasFailed
    }
  }

  /// Lets a task go on that does not sleep.
  private func pass(to deadline: Instant) async throws {
    if case .unexpected(let test, let site) = use, isFirstSleep {
      let time = deadline.offset - now.offset
      test.recordFailure("A task slept for \(DurationText.short(time)) on a clock that expects no sleep", at: site)
    }
    state.withLock { $0.jump(to: deadline.point) }
    wakeWaits()
    await Task.yield()
    try Task.checkCancellation()
  }

  private func fallAsleep(
    _ number: Int, _ sleeper: Sleeper, until instant: MonotonicInstant, rank: Int = 0, task: RunningTask? = nil
  ) {
    let isCounted = if case .pause = sleeper { false } else { true }
    let sleep = state.withLock { state in
      state.sleep(number, sleeper, until: instant, rank: rank, task: task, isCounted: isCounted)
    }
    switch sleep {
    case .over(.task(let continuation)): continuation.resume(returning: nil)
    case .over(.wait(let wait, _)), .over(.pause(let wait)): Engine.timeUp(wait)
    case .cancelled(.task(let continuation)): continuation.resume(throwing: CancellationError())
    // A condition reads the clock by itself, and only tasks can be canceled before they sleep.
    case .over(.condition), .cancelled(.wait), .cancelled(.condition), .cancelled(.pause): break
    case .asleep(let events): for event in events { event.send() }
    }
  }

  // MARK: For waits

  /// The clock's own time, whatever it shows to tasks that it woke.
  var shown: MonotonicInstant { state.withLock { $0.now } }

  /// Adds a sleeper that is not a task. A later move of the clock wakes it when its time is over. Returns the number
  /// for `removeSleeper`.
  func addSleeper(_ sleeper: Sleeper, for limit: Nanoseconds) -> Int {
    let (number, end) = state.withLock { ($0.nextNumber(), $0.now.advanced(by: limit)) }
    fallAsleep(number, sleeper, until: end, rank: 1)
    return number
  }

  /// Removes everything that the clock keeps for a sleeper.
  func removeSleeper(_ number: Int) {
    state.withLock { $0.forget(number) }
  }
}

extension ManualClock: ExternalClock, RemarkableClock {
  func startTimer(for wait: SlotKey, limit: Nanoseconds, at site: CallSite) -> ClockTimer {
    startTimer(.wait(wait, site), limit: limit)
  }

  func addCondition(limit: Nanoseconds, at site: CallSite) -> (@Sendable () -> Void)? {
    let number = addSleeper(.condition(site), for: limit)
    return { self.removeSleeper(number) }
  }

  var paused: any ExternalClock { PausedManualClock(clock: self, seen: shown) }

  func stopwatch() -> @Sendable () -> Duration {
    let start = now
    return { start.duration(to: self.now) }
  }

  fileprivate func startTimer(_ sleeper: Sleeper, limit: Nanoseconds) -> ClockTimer {
    let elapsed = stopwatch()
    let number = addSleeper(sleeper, for: limit)
    return ClockTimer(elapsed: elapsed, cancel: { self.removeSleeper(number) })
  }
}

/// The clock that measures a pause of a condition. The condition has seen the clock at `seen`; if a test has moved the
/// clock since, the pause is over.
private struct PausedManualClock: ExternalClock {
  let clock: ManualClock
  let seen: MonotonicInstant

  func startTimer(for wait: SlotKey, limit: Nanoseconds, at site: CallSite) -> ClockTimer {
    let timer = clock.startTimer(.pause(wait), limit: limit)
    if clock.shown > seen { Engine.timeUp(wait) }
    return timer
  }

  func addCondition(limit: Nanoseconds, at site: CallSite) -> (@Sendable () -> Void)? {
    clock.addCondition(limit: limit, at: site)
  }

  var paused: any ExternalClock { clock.paused }

  func stopwatch() -> @Sendable () -> Duration { clock.stopwatch() }
}
