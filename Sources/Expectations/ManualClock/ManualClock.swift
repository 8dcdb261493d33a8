/// A clock that stands still until a test moves it.
///
/// Give it to the code under test in place of a `ContinuousClock`, and hours pass in no time:
///
/// ```swift
/// let clock = ManualClock()
/// let document = Document(at: url, autosaveAfter: .seconds(30), clock: clock)
/// document.edit(text)
/// await clock.sleepers(atLeast: 1)  // the document has begun to wait
/// await clock.advance(by: .seconds(30))
/// try await saved.wait()
/// ```
///
/// It never guesses whether the code under test is ready: `sleepers(atLeast:)` waits until something sleeps on the
/// clock, and `advance(by:)` returns when all who slept until the new time have been woken, in the order of their
/// instants, each after the one before it runs again.
///
/// To a task that it has woken, the clock shows the instant that the task slept for, until the task sleeps beyond the
/// time of the clock or the clock is moved again. So a task that sleeps one second in a loop wakes ten times when the
/// clock is advanced by ten seconds, and each time sees its own second. Tasks that it starts meanwhile see the time of
/// the clock.
///
/// Waits and conditions can measure their timeout on it, too: see their parameter `clock`. They count as sleepers. Of a
/// wait and a task with the same instant, the task is woken first.
///
/// It may be used from any thread.
public final class ManualClock: Clock, Sendable {
  /// A point in the time of a manual clock.
  public struct Instant: InstantProtocol, CustomStringConvertible {
    let point: Expectations.Instant

    /// How long after the beginning of the clock it is, in whole nanoseconds.
    public var offset: Duration { .nanoseconds(point.nanoseconds) }

    /// The instant that is later by a duration.
    ///
    /// It saturates at the ends of time.
    ///
    /// - Parameter duration: How much later; negative for earlier.
    ///
    /// - Returns: The other instant.
    public func advanced(by duration: Duration) -> Instant {
      let nanoseconds = duration.saturatedNanoseconds
      let (sum, overflow) = point.nanoseconds.addingReportingOverflow(nanoseconds)
      return Instant(point: .init(nanoseconds: overflow ? (nanoseconds < 0 ? .min : .max) : sum))
    }

    /// How much later than this one the other is; negative when it is earlier.
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
    /// A condition, which looks at the clock by itself.
    case condition(CallSite)
    /// A pause of a condition.
    case pause(SlotKey)
  }

  typealias State = ClockState<Sleeper, RunningTask, InternalEvent>

  let state = Locked(State())

  /// A clock that shows zero.
  public init() { ExternalClocks.add(self) }

  deinit { ExternalClocks.remove(ObjectIdentifier(self)) }

  /// What the clock shows.
  ///
  /// To a task that it has woken it shows the instant that the task slept for.
  public var now: Instant {
    let task = RunningTask.current
    return Instant(point: state.withLock { $0.now(for: task) })
  }

  /// The shortest time that it can tell: a nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Sleeps until the clock is moved to `deadline` or beyond.
  ///
  /// It returns at once when the clock shows that already.
  ///
  /// - Parameters:
  ///   - deadline: When to wake up.
  ///   - tolerance: Makes no difference: the clock is exact.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let task = RunningTask.current
    let number = state.withLock { $0.nextNumber() }
    defer { dismiss(number) }
    let awaited = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        fallAsleep(number, .task(continuation), until: deadline.point, task: task)
      }
    } onCancel: {
      if case .task(let continuation)? = state.withLock({ $0.cancel(number) }) {
        continuation.resume(throwing: CancellationError())
      }
    }
    awaited?.send()
  }

  private func fallAsleep(
    _ number: Int, _ sleeper: Sleeper, until instant: Expectations.Instant, rank: Int = 0, task: RunningTask? = nil
  ) {
    let isCounted = if case .pause = sleeper { false } else { true }
    let sleep = state.withLock { state in
      state.sleep(number, sleeper, until: instant, rank: rank, task: task, isCounted: isCounted)
    }
    switch sleep {
    case .over(.task(let continuation)): continuation.resume(returning: nil)
    case .over(.wait(let wait, _)), .over(.pause(let wait)): Engine.timeUp(wait)
    case .cancelled(.task(let continuation)): continuation.resume(throwing: CancellationError())
    // Only tasks are cancelled before they sleep.
    case .over(.condition), .cancelled(.wait), .cancelled(.condition), .cancelled(.pause): break
    case .asleep(let watchers): for watcher in watchers { watcher.send() }
    }
  }

  // MARK: For waits

  /// What it shows at this moment, also for a wait that the clock has not woken.
  var shown: Expectations.Instant { state.withLock { $0.now } }

  /// Has something other than a task told when its time is up. Returns the number to dismiss it by.
  func enlist(_ sleeper: Sleeper, for limit: Nanoseconds) -> Int {
    let (number, end) = state.withLock { ($0.nextNumber(), $0.now.advanced(by: limit)) }
    fallAsleep(number, sleeper, until: end, rank: 1)
    return number
  }

  /// Leaves nothing of a sleeper behind.
  func dismiss(_ number: Int) {
    state.withLock { $0.forget(number) }
  }
}
