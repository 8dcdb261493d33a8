/// Measures time as the timeouts of this library do: without the time in which not everything could run.
///
/// ```swift
/// let time = FairStopwatch()
/// await cache.evict()
/// #expect(time.elapsed < .seconds(1))
/// ```
///
/// It leaves out the time in which the process did not run, or in which the main queue, the global queue or the
/// concurrency pool did not run a block that was passed to it. If it is created on the main thread, time in which only
/// the main queue did not run counts, because the test itself may be what keeps it busy.
///
/// So a limit that is exceeded says more than with a clock, and a limit that is kept says less: the measured code may
/// itself keep a queue from running. A busy queue is noticed up to a second late.
///
/// Create one for each duration. Any thread can read it. In an exploration, it measures the time of the exploration.
public final class FairStopwatch: Sendable {
  private let began: EngineState.Reading
  private let isOnMain = MainThread.isCurrent
  private let controlled: (time: ControlledTime, began: Duration)?
  private let never: AnyExpectation
  /// A wait without a sleeper. While it lasts, the engine sends beats, so that the clock can find stalls.
  private let wait: TableKey?

  /// Starts to measure.
  public init(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let site = CallSite.at(fileID, filePath, line, column)
    let never = AnyExpectation("", FulfillmentCount(exactly: 1), createdAt: site, role: .ofCall)
    controlled = ControlledTime.current.map { ($0, $0.now()) }
    (began, wait) = Engine.withLock { state in
      let terms = WaitTerms(limit: .max - 1, window: .max, judges: false)
      guard case .pending(let key) = state.begin(WaitReference(object: nil), terms, for: [never.key], inside: nil)
      else {
        return (state.reading(), nil)
      }
      return (state.reading(), key)
    }
    self.never = never
  }

  deinit {
    guard let wait else { return }
    Engine.cancel(wait)
    let ended = Engine.withLock { $0.machine.end(wait) }
    withExtendedLifetime(ended) {}
  }

  /// The time since the creation that counts.
  public var elapsed: Duration { times.elapsed }

  /// The time since the creation that does not count.
  public var uncounted: Duration { times.uncounted }

  private var times: (elapsed: Duration, uncounted: Duration) {
    if let controlled { return (controlled.time.now() - controlled.began, .zero) }
    let now = Engine.withLock { $0.reading() }
    var elapsed = now.moment.fair.since(began.moment.fair)
    if isOnMain { elapsed += now.ofMainAlone - began.ofMainAlone }
    return (.nanoseconds(elapsed), .nanoseconds(max(0, now.moment.real.since(began.moment.real) - elapsed)))
  }
}
