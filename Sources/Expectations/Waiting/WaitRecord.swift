/// The facts of a wait that has ended: its request, its verdict, and the facts for a report.
struct WaitRecord: Sendable {
  let request: WaitRequest
  /// The verdict. Its instant is on the fair clock.
  var verdict: Verdict
  var started: Moment
  /// When the wait was decided, and when its waiter was ready to return, in real time.
  var decided: MonotonicInstant
  var ended: MonotonicInstant
  var context: CallingContext
  /// How much time had passed on the wait's own clock, if it has one.
  var elapsedOnClock: Duration?
  /// The states of the expectations when the wait ended; empty for a success that needs no report.
  var states: [ExpectationState] = []
  /// The findings of its probes. Most waits have none.
  var findings = Boxed<WaitFindings>.none

  /// The deadline on the fair clock. Another clock may have ended the wait long before its bound in real time.
  var deadline: MonotonicInstant {
    let bound = started.fair.advanced(by: request.timeouts.limit)
    return request.clock.isOther ? min(bound, verdict.instant) : bound
  }

  /// The fair time that the wait took until the verdict. The waiter may have been held up after that.
  var used: Nanoseconds { verdict.instant.since(started.fair) }

  /// The real time until the verdict that did not count.
  var uncounted: Nanoseconds { findings.value?.uncounted ?? max(0, decided.since(started.real) - used) }

  /// The real time from the beginning of the wait until its waiter was ready to return.
  var elapsed: Duration { .nanoseconds(ended.since(started.real)) }

  /// Whether everything came, and nothing was over-fulfilled.
  var isSuccess: Bool { verdict.isSuccess }

  /// Whether the time was over before everything came.
  var hasTimedOut: Bool { verdict.kind == .timedOut || isInterrupted }

  /// Whether the task was canceled.
  var isCancelled: Bool { verdict.kind == .cancelled }

  /// Whether the time of a wait around this one was over.
  var isInterrupted: Bool { verdict.kind == .interrupted }

  /// The position of the first complete expectation, in a complete wait for any.
  var first: Int? { verdict.kind.first }
}

/// Judges a wait: what it records, and what its caller throws.
extension WaitRecord {
  /// Returns the report of the wait. The error that ended the wait then counts as handled. Nothing is recorded.
  func takeReport() -> WaitReport { WaitReport(self, error: takeError()) }

  /// Returns the report of a wait that recorded nothing. The caller can still record the failure with it.
  func takeRecordableReport() -> WaitReport {
    var report = takeReport()
    if !isSuccess {
      report.unrecorded = UnrecordedFailure {
        var record = self
        // Only now it is known that the timeout is a failure.
        if record.request.host.explainsTimeouts { record.findings = Wait.observer.inspect(record) }
        for problem in record.problems(recordsError: true) { record.request.host.orCurrent.record(problem) }
      }
    }
    return report
  }

  /// Records every unrecorded problem of the wait. A success and a canceled wait have none.
  func recordFailure() {
    guard !isSuccess else { return }
    for problem in problems(recordsError: true) { request.host.orCurrent.record(problem) }
    FailureTimes.note(request.site)
  }

  /// Records every unrecorded problem of the wait, and throws the error that stops the test if there was one.
  ///
  /// If a fulfillment delivered an error, it throws that error instead.
  func requireSuccess() throws {
    guard !isSuccess else { return }
    if isCancelled { throw CancellationError() }
    let problems = problems(recordsError: false)
    guard let error = takeError() else {
      for problem in problems.dropLast() { request.host.orCurrent.record(problem) }
      defer { FailureTimes.note(request.site) }
      throw request.host.orCurrent.stop(recording: problems.last)
    }
    for problem in problems { request.host.orCurrent.record(problem) }
    request.host.orCurrent.noteThrown(
      ThrownError(error: "\(error)", site: request.site, description: takeReport().description))
    throw error
  }

  /// Returns the error that the caller expected; nil when everything came instead.
  ///
  /// It records any other failure and stops the test.
  func requireError() throws -> (any Error)? {
    guard let error = takeError() else {
      try requireSuccess()
      return nil
    }
    for problem in problems(recordsError: false) { request.host.orCurrent.record(problem) }
    return error
  }

  /// Returns the error that ended the wait. The error then counts as handled.
  private func takeError() -> (any Error)? {
    guard case .failed(let position) = verdict.kind else { return nil }
    return request.expectations[position].takeError()
  }

  private func problems(recordsError: Bool) -> [Problem] {
    let surpluses = verdict.reportedSurpluses.map { position in
      let expectation = request.expectations[position]
      let surplus = states[position].surplus!
      return Problem(
        expectation.surplusFinding(surplus, waitedAt: request.site), at: surplus.fulfillment.place.site ?? request.site)
    }
    guard let site = siteOfTheVerdict(recordsError: recordsError) else { return surpluses }
    var report = takeReport()
    report.testForCommands = request.host.testForCommands
    let problem = Problem(report, at: site)
    return surpluses + [otherTest.map(problem.noted) ?? problem]
  }

  /// Names both tests if one created the expectation and another one waits for it; nil for one test.
  private var otherTest: String? {
    guard let creator = request.host.testName, let current = TestHosts.current.testName, creator != current else {
      return nil
    }
    return "created in \(creator), awaited in \(current)"
  }

  /// Returns the line of the verdict's problem; nil when the verdict is no separate problem, or was recorded before.
  private func siteOfTheVerdict(recordsError: Bool) -> CallSite? {
    switch verdict.kind {
    case .completed, .forbidden, .cancelled, .impossible:
      nil
    case .outOfOrder(let early, _):
      states[early].completionSite ?? request.site
    case .failed(let position):
      recordsError && !states[position].isErrorReported ? request.site : nil
    case .timedOut, .interrupted, .unreachable, .valueless, .empty:
      request.site
    }
  }
}

extension ExpectationState {
  /// The line that completed the expectation, if it is still known.
  fileprivate var completionSite: CallSite? {
    history.kept.first { $0.instant == completedAt }?.place.site
  }
}

/// When the latest failures of waits were recorded. Then their tests go on.
enum FailureTimes {
  private static let latest = Locked<[(site: CallSite, time: MonotonicInstant)]>([])
  private static let limit = 32

  /// Notes that the failure of a wait at this line is recorded now.
  static func note(_ site: CallSite) {
    latest.withLock { latest in
      latest.removeAll { $0.site == site }
      latest.append((site, MonotonicClock.now()))
      if latest.count > limit { latest.removeFirst() }
    }
  }

  /// Returns when the last failure of a wait at this line was recorded; nil when it is not known.
  static func last(at site: CallSite) -> MonotonicInstant? {
    latest.withLock { $0.last { $0.site == site }?.time }
  }
}
