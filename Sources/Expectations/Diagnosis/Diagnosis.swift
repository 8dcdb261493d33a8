/// Passes the events of waits, of the fair clock and of tests to the types of this folder, which find out why a wait
/// timed out, and how the waits of the run ended. The engine and the test hosts call it.
struct Diagnosis: EngineObserver, WaitObserver, TestObserver {
  func start() { _ = Self.isExpectedAtExit }

  /// A run prints summaries only when its environment asks for a report, or when it ends because it hangs.
  static let isExpectedAtExit: Void = ProcessExit.add(.summaries) {
    guard ProcessExit.isEndOfHang || Ledger.shared != nil else { return }
    NearTimeouts.printAll()
    ExtendedWaits.printAll()
    StallLog.printAll()
  }

  func prepare() {
    Inspections.prepare()
    Watchdog.prepare()
    Rehearsal.prepare()
  }

  func testsChanged() {
    Inspections.prepareTest()
    Watchdog.noteTests()
    Rehearsal.testsChanged()
  }

  func iteration(of test: String, in task: UInt64?) -> Int? { TestIterations.number(of: test, in: task) }

  func failureRecorded(in test: String?) { Rehearsal.noteFailure(in: test) }

  func testEnded(_ host: any TestHost, of testCase: AnyObject) {
    LiveExpectations.recordNeverAwaited(of: host)
    LiveExpectations.recordNeverAwaited(inPropertiesOf: testCase, to: host)
  }

  func framesWereSkipped() {
    Blockage.forgetThread()
    for wait in RunLoopWaits.forgetThread() {
      Engine.abandon(wait)
      Watchdog.remove(wait)
      WaitListeners.forget(wait)
    }
  }

  var isInBody: Bool { Blockage.mainQueue.isEntered }

  func waitBegan(_ wait: SlotKey, _ request: WaitRequest, _ context: CallingContext) -> Bool {
    Watchdog.add(wait, request, context)
    return WaitListeners.began(wait, request)
  }

  func noteFulfillment(of expectation: any AnyExpectation) { WaitListeners.fulfilled(expectation) }

  func waitEndedAtOnce(_ record: WaitRecord) {
    WaitListeners.endedAtOnce(record)
    note(record)
  }

  func timeWithoutReport(of limit: Nanoseconds) -> Nanoseconds? {
    Watchdog.shared == nil ? WaitLog.timeWithoutReport(of: limit) : nil
  }

  func waitIsOld(_ wait: SlotKey, limit: Nanoseconds, at now: MonotonicInstant) {
    Probes.begin(for: wait, limit: limit, at: now)
  }

  var shortestLimit: Nanoseconds? { Probes.shortestLimit }

  func mayTimeOut(
    _ wait: SlotKey, at now: MonotonicInstant, uncounted: Nanoseconds, proceed: @escaping @Sendable () -> Void
  ) -> Bool {
    Probes.mayTimeOut(wait, at: now, uncounted: uncounted, proceed: proceed)
  }

  func waitEnded(_ wait: SlotKey, _ record: WaitRecord) -> Boxed<WaitFindings> {
    Watchdog.remove(wait)
    WaitListeners.ended(wait, record)
    return Probes.collect(wait, record)
  }

  func note(_ record: WaitRecord) { WaitLog.note(record) }

  func inspect(_ record: WaitRecord) -> Boxed<WaitFindings> { Probes.inspect(record) }

  func noteNeverAwaited(_ title: String, createdAt site: CallSite, of host: any TestHost) {
    WaitLog.noteNeverAwaited(title, createdAt: site, of: host)
  }

  func noteLate(
    _ title: String, _ fulfillment: Fulfillment, after wait: EndedWait, at site: CallSite, of host: any TestHost
  ) {
    WaitLog.noteLate(title, fulfillment, after: wait, at: site, of: host)
  }

  func clockStandsStill(_ stall: Stall) {
    StallLog.noteRunningTests(in: stall)
    OwnWork.look(during: stall)
  }

  func clockResumed(after stall: Stall) { StallLog.note(stall) }
}

extension Engine {
  static let observer: any EngineObserver = Diagnosis()
}

extension Wait {
  static let observer: any WaitObserver = Diagnosis()
}

extension TestHosts {
  static let observer: any TestObserver = Diagnosis()
}
