import ExpectationsBeforeTests

/// Receives the events of waits, for reports. The only instance is `Wait.observer`.
protocol WaitObserver: Sendable {
  /// Notes that a wait goes to sleep. Returns whether its end must be noted, however soon it comes.
  func waitBegan(_ wait: SlotKey, _ request: WaitRequest, _ context: CallingContext) -> Bool

  /// Notes a fulfillment. It is called only if there are listeners.
  func noteFulfillment(of expectation: any AnyExpectation)

  /// Notes a wait that was decided when it began.
  func waitEndedAtOnce(_ record: WaitRecord)

  /// Returns the time within which a success of a wait with this limit needs no report; nil when every success needs
  /// one.
  func timeWithoutReport(of limit: Nanoseconds) -> Nanoseconds?

  /// Notes the end of a wait with something to report. Returns the findings about it.
  func waitEnded(_ wait: SlotKey, _ record: WaitRecord) -> Boxed<WaitFindings>

  /// Notes how a wait that slept ended.
  func note(_ record: WaitRecord)

  /// Returns the findings about a wait that timed out, with where everything stands now.
  func inspect(_ record: WaitRecord) -> Boxed<WaitFindings>

  /// Notes that no test waited for an expectation.
  func noteNeverAwaited(_ title: String, createdAt site: CallSite, of host: any TestHost)

  /// Notes a fulfillment that came after the end of a wait that had timed out.
  func noteLate(
    _ title: String, _ fulfillment: Fulfillment, after wait: EndedWait, at site: CallSite, of host: any TestHost)
}

/// A source outside the library that fulfills an expectation, observed only while a wait for the expectation lasts.
protocol WaitObservation: AnyObject, Sendable {
  /// Notes that a wait for the expectation begins.
  func beginWait()

  /// Notes the end of a wait. `isDone` is false if the wait succeeded without this expectation.
  func endWait(isDone: Bool)

  /// Whether it observes now.
  var isActive: Bool { get }

  /// What was observed, and its near misses.
  var findings: WaitReport.ObservedNotification { get }
}

/// The observations for the expectations of one wait. They last at least as long as the wait.
struct WaitObservations {
  private var observed: TinyArray<(position: Int, observation: any WaitObservation)> = TinyArray()

  init(of request: WaitRequest) {
    for position in request.expectations.indices {
      guard let observation = request.expectations[position].observation else { continue }
      observation.beginWait()
      observed.append((position, observation))
    }
  }

  /// Ends the wait. If another expectation came first, the next wait may still need the others' observations.
  @inline(__always)
  func end(_ record: WaitRecord) {
    if !observed.isEmpty { endAll(record) }
  }

  private func endAll(_ record: WaitRecord) {
    let first = record.first
    for (position, observation) in observed {
      observation.endWait(isDone: first == nil || first == position)
    }
  }
}

/// Starts and ends everything that observes one wait while it sleeps: the deadline timer, the wait's own clock, and the
/// watchdog.
struct PendingWaitMonitor {
  private let wait: SlotKey
  private let timer: ClockTimer?
  /// The real instant before which a success needs no report, and only the caller learns of it.
  ///
  /// It is calculated before the wait sleeps, because nothing may delay the caller after the wake-up.
  private let needsNoReportBefore: MonotonicInstant

  init(over pending: PendingWait, _ request: WaitRequest, _ context: CallingContext) {
    wait = pending.key
    timer = ClockTimer.start(for: wait, of: request)
    let needsEnd = Wait.observer.waitBegan(wait, request, context)
    if request.isPause {
      DeadlineTimer.shared.addPause(wait, after: pending.pauseEnd(of: request))
    } else {
      DeadlineTimer.shared.add(wait, after: pending.nextCheck)
    }
    let limit = request.timeouts.limit
    if timer == nil, !needsEnd, let timeWithoutReport = Wait.observer.timeWithoutReport(of: limit) {
      needsNoReportBefore = min(
        Heartbeat.firstCheck(from: pending.started.real, limit: limit),
        pending.started.real.advanced(by: timeWithoutReport))
    } else {
      needsNoReportBefore = MonotonicInstant(nanoseconds: .min)
    }
  }

  /// Whether a success at `time` needs no report: it came before the first check, and no observer notes it. Then `end`
  /// need not be called.
  func needsNoReport(ofSuccessAt time: MonotonicInstant) -> Bool { time < needsNoReportBefore }

  /// Ends together with the wait. Returns how much time has passed on the wait's own clock; nil for the monotonic
  /// clock.
  func end() -> Duration? {
    defer { timer?.cancel() }
    return timer?.elapsed()
  }
}

/// Tells the recorder of `expectations-trace` which wait has timed out, and so where the path of the test's code ends.
/// The recorder is linked only when that program builds the tests.
enum EdgeTrace {
  static var isRecorded: Bool { expectations_is_traced }

  /// Notes that the time of a wait is over, unless that may be what the test expects.
  static func note(_ record: WaitRecord) {
    guard record.hasTimedOut, !record.request.isTimeoutExpected else { return }
    let missing = zip(record.request.expectations.map(\.title), record.states).filter { !$1.isComplete }
    noteTimeout(missing.map { "\"\($0.0)\"" }.joined(separator: ", "), at: record.request.site)
  }

  static func noteTimeout(_ name: String, at site: CallSite) {
    expectations_trace_timeout(name, site.filePath.description, UInt32(site.line))
  }
}
