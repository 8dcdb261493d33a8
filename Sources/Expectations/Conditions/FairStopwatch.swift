/// Measures time as the timeouts of this library do: without the stalls in which not everything could run.
///
/// ```swift
/// let time = FairStopwatch()
/// await cache.evict()
/// #expect(time.elapsed < .seconds(1))
/// ```
///
/// On a busy computer, a duration in real time says little about the code that it measures. This stopwatch leaves out
/// stalls of more than a tenth of a second: while the process did not run, or while the main queue, the global queue or
/// the concurrency pool did not run a block that was passed to it. If it is created on the main thread, a stall of the
/// main queue alone counts, because the test itself may be what keeps it busy.
///
/// So a limit that is exceeded says more than with a clock, and a limit that is kept says less:
///
/// - Time counts in which the computer only runs everything more slowly.
/// - Time does not count in which the measured code itself keeps a queue or the pool from running, unless both that
///   code and the test run on the main thread.
/// - Each stall is seen up to 0.1 s late, and one that begins right before ``elapsed`` is read is not seen at all.
///
/// Stalls beside a stopwatch are in the text at the end of a run with `EXPECTATIONS_REPORT`, like those beside a wait.
///
/// Create one for each duration. Any thread can read it. In an exploration, it measures the time of the exploration.
public final class FairStopwatch: Sendable {
  private let began: MonotonicInstant
  /// The queue whose stalls count.
  private let occupied: QueueSet
  /// Keeps the fair clock going; nil in a controlled time.
  private let watch: Watch?
  private let controlled: (@Sendable () -> Duration)?

  /// Starts to measure.
  public init(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    occupied = MainThread.isCurrent ? .main : []
    if let time = ControlledTime.current {
      controlled = ControlledClock(time: time).stopwatch()
      watch = nil
    } else {
      controlled = nil
      watch = Watch(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }
    began = MonotonicClock.now()
  }

  /// The time since the creation, without stalls.
  public var elapsed: Duration { times.elapsed }

  /// How long stalls have lasted since the creation, which ``elapsed`` leaves out.
  public var uncounted: Duration { times.uncounted }

  private var times: (elapsed: Duration, uncounted: Duration) {
    if let controlled { return (controlled(), .zero) }
    let now = MonotonicClock.now()
    let uncounted = Self.uncounted(StallLog.stalls(from: began, to: now), from: began, to: now, occupied: occupied)
    return (.nanoseconds(now.since(began) - uncounted), .nanoseconds(uncounted))
  }

  /// How long stalls have lasted in a period, each time counted once. Those of `occupied` alone are none.
  static func uncounted(
    _ stalls: [Stall], from start: MonotonicInstant, to end: MonotonicInstant, occupied: QueueSet
  ) -> Nanoseconds {
    let counted = stalls.filter { $0.queues.isEmpty || !$0.queues.subtracting(occupied).isEmpty }
    var (sum, last): (Nanoseconds, MonotonicInstant) = (0, start)
    for stall in counted.sorted(by: { $0.began < $1.began }) {
      let (from, to) = (max(stall.began, last), min(stall.ended, end))
      guard from < to else { continue }
      sum += to.since(from)
      last = to
    }
    return sum
  }
}

/// A wait for nothing, for which the engine keeps the fair clock going, with a beat every tenth of a second.
private final class Watch: Sendable {
  private let event: InternalEvent
  private let wait: SlotKey?
  /// Longer than any test. Afterwards, all time counts.
  private static let longest: Nanoseconds = 86_400_000_000_000
  /// The limit of a wait that has a beat every tenth of a second.
  private static let limit: Nanoseconds = 400_000_000

  init(at site: CallSite) {
    event = InternalEvent("a stopwatch", at: site)
    let request = WaitRequest(
      forAnyOf: TinyArray(event.expectation), of: ObjectIdentifier(SilentHost.shared),
      timeouts: Timeouts(exactly: Self.longest), clock: .real, site: site)
    guard case .pending(let pending) = Wait.begin(request, waiter: { NoWaiter() }) else {
      wait = nil
      return
    }
    wait = pending.key
    Probes.begin(for: pending.key, limit: Self.limit, at: MonotonicClock.now())
    DeadlineTimer.shared.add(pending.key, after: pending.started.fair)
  }

  deinit {
    guard let wait else { return }
    withExtendedLifetime(event) { Engine.abandon(wait) }
    Probes.end(wait)
  }
}

/// No thread or task sleeps in the wait.
private final class NoWaiter: Waiter {
  func grant(_ decision: Decision) {}
  func wake() {}
}
