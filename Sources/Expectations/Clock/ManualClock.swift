/// A clock that stands still until a test moves it.
///
/// Pass it to your code instead of a `ContinuousClock`, and hours pass at once:
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
/// The clock never guesses whether your code is ready: `waitForSleepers(_:)` waits until something sleeps on the clock.
/// `advance(by:)` wakes the due sleepers in the order of their instants, and then returns. After it wakes a task, it
/// waits until the task runs again before it wakes the next sleeper.
///
/// To a task that it woke, the clock shows the instant that the task slept for, until the task sleeps beyond the time
/// of the clock or a test moves the clock again. Therefore, a task that sleeps one second in a loop passes through the
/// loop ten times when a test advances the clock by ten seconds, and sees its own second each time. `advance(by:)`
/// waits only until the task runs again: wait for the tenth pass with an expectation. Tasks that the woken task starts
/// see the time of the clock.
///
/// Timeouts of waits do not follow it: move the clock, and then wait.
///
/// Any thread may use the clock.
public final class ManualClock: Clock, Sendable {
  /// A point in the time of a manual clock.
  public struct Instant: InstantProtocol, CustomStringConvertible {
    let nanoseconds: Nanoseconds

    /// The time from the beginning of the clock to this instant, in whole nanoseconds.
    public var offset: Duration { .nanoseconds(nanoseconds) }

    /// The instant that is later by a duration; it saturates at the ends of time.
    public func advanced(by duration: Duration) -> Instant {
      let delay = duration.saturatedNanoseconds
      let (sum, overflow) = nanoseconds.addingReportingOverflow(delay)
      return Instant(nanoseconds: overflow ? (delay < 0 ? .min : .max) : sum)
    }

    /// The time from this instant to another one; negative when the other one is earlier.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Whether the first instant is earlier than the second.
    public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.nanoseconds < rhs.nanoseconds }

    /// Seconds since the beginning of the clock: `30.00 s`.
    public var description: String { DurationText.exact(nanoseconds) }
  }

  /// A task that sleeps. It wakes with what it fulfills when it runs again.
  typealias Sleeper = CheckedContinuation<AnyExpectation?, any Error>

  /// What happens when a task sleeps on the clock.
  private enum Use {
    /// It sleeps until a test moves the clock.
    case manual
    /// It moves the clock, and does not sleep.
    case immediate
    /// It is a failure at this line.
    case unexpected(CallSite)
  }

  private let use: Use
  let host = TestHosts.ofNew
  let state = Locked(ClockState<Sleeper, AnyExpectation>())
  private let hasFailed = Locked(false)

  /// Creates a clock that shows zero.
  public convenience init() { self.init(.manual) }

  private init(_ use: Use) {
    self.use = use
    Living.add(self)
  }

  deinit { Living.remove(self) }

  /// Creates a clock on which no task sleeps: each `sleep` moves the clock to its instant, and returns.
  ///
  /// ```swift
  /// let player = Countdown(from: 3, clock: ManualClock.immediate())
  /// await player.run()
  /// #expect(player.shown == [3, 2, 1, 0])
  /// ```
  ///
  /// Use it where only the result matters, and not what happens before a time is over. The task yields once, so that
  /// others can run. A task that sleeps in a loop without an end never stops by itself.
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
  public static func unexpected(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> ManualClock {
    ManualClock(.unexpected(.at(fileID, filePath, line, column)))
  }

  /// The time that the clock shows. To a task that it woke, that is the instant that the task slept for.
  public var now: Instant {
    let task = RunningTask.number
    return Instant(nanoseconds: state.withLock { $0.now(for: task).nanoseconds })
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
    guard isManual else { return try await pass(to: deadline) }
    let task = RunningTask.number
    let number = state.withLock { $0.nextNumber() }
    let woken = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { fallAsleep(number, $0, until: deadline, task: task) }
    } onCancel: {
      state.withLock { $0.cancel(number) }?.resume(throwing: CancellationError())
    }
    woken?.fulfill(at: nil) {}
  }

  private func fallAsleep(_ number: Int, _ sleeper: Sleeper, until deadline: Instant, task: UInt64?) {
    let instant = Expectations.Instant(nanoseconds: deadline.nanoseconds)
    guard let reached = state.withLock({ $0.sleep(number, sleeper, until: instant, task: task) }) else {
      return sleeper.resume(returning: nil)
    }
    for request in reached { request.fulfill(at: nil) {} }
    // A cancellation that came before found no sleeper.
    if Task.isCancelled { state.withLock { $0.cancel(number) }?.resume(throwing: CancellationError()) }
  }

  /// Whether tasks sleep on the clock until a test moves it.
  var isManual: Bool { if case .manual = use { true } else { false } }

  /// Lets a task go on that does not sleep.
  private func pass(to deadline: Instant) async throws {
    if case .unexpected(let site) = use, isFirstSleep {
      let time = DurationText.short(now.duration(to: deadline))
      host.orCurrentIfNone.record(
        Problem("A task slept for \(time) on a clock that expects no sleep", at: site))
    }
    state.withLock { $0.jump(to: Expectations.Instant(nanoseconds: deadline.nanoseconds)) }
    await Task.yield()
    try Task.checkCancellation()
  }

  private var isFirstSleep: Bool {
    hasFailed.withLock { hasFailed in
      defer { hasFailed = true }
      return !hasFailed
    }
  }
}

extension ManualClock: CustomStringConvertible {
  /// The time of the clock and its sleepers: `at 30.00 s; 2 sleepers, due in 5.000 s, 10.00 s`.
  public var description: String {
    let (now, instants) = state.withLock { ($0.now, $0.instants) }
    let due = instants.prefix(10).map { DurationText.exact($0.since(now)) }.joined(separator: ", ")
    let rest = instants.count > 10 ? " and \(instants.count - 10) more" : ""
    let count = instants.count == 1 ? "1 sleeper" : "\(instants.isEmpty ? "no" : "\(instants.count)") sleepers"
    return "at \(DurationText.exact(now.nanoseconds)); \(count)\(due.isEmpty ? "" : ", due in \(due)\(rest)")"
  }
}

extension ManualClock: LivingObject {
  var ongoing: String? { sleepers.isEmpty ? nil : "a manual clock is \(description)" }

  /// Which sleepers it has, or that it never had any; nil when it has none now, but had some before.
  var remark: String? {
    guard isManual else { return nil }
    let (count, hasBeenSleptOn) = state.withLock { ($0.count, $0.hasBeenSleptOn) }
    guard count > 0 || !hasBeenSleptOn else { return nil }
    return "a manual clock of this test is \(description)\(count > 0 ? "" : Self.neverUsed)"
  }

  static let neverUsed = ", and it never had any: does your code use this clock?"
}
