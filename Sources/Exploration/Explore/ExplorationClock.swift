import Expectations

/// A clock that shows the time of the exploration, in which sleeps take no real time. Elsewhere, it is a real clock.
///
/// Give it to code that takes a clock, as ``virtualTime(outside:fileID:filePath:line:column:_:)`` shows. An exploration
/// also controls `Task.sleep` where the toolchain permits it. Other clocks follow on Linux only, and not quite exactly.
public struct ExplorationClock: Clock, Sendable {
  /// A time of the clock. Inside an exploration, it counts from the start of the schedule.
  public struct Instant: InstantProtocol, Sendable {
    var sinceStart: Duration

    /// Returns the instant that is later by a duration.
    public func advanced(by duration: Duration) -> Instant { Instant(sinceStart: sinceStart + duration) }

    /// Returns how much later the other instant is.
    public func duration(to other: Instant) -> Duration { other.sinceStart - sinceStart }

    /// Returns whether the left instant is earlier.
    public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.sinceStart < rhs.sinceStart }
  }

  /// Makes a clock. All of them show the same time.
  public init() {}

  /// The time of the exploration that runs the calling code, or else the real time.
  public var now: Instant { Instant(sinceStart: ControlledTime.current?.now() ?? .nanoseconds(RealTime.now)) }

  /// One nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Sleeps until an instant. Throws a `CancellationError` if the task is canceled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let remaining = now.duration(to: deadline)
    guard let time = ControlledTime.current else {
      return try await Task.sleep(for: remaining, tolerance: tolerance)
    }
    let (end, waker) = AsyncStream.makeStream(of: Void.self)
    let cancelTimer = time.schedule(remaining) { waker.finish() }
    // The loop ends when the timer does, or when the task is canceled.
    for await _ in end {}
    cancelTimer()
    try Task.checkCancellation()
  }
}
