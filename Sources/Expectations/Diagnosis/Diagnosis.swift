/// Collects what the package finds out about waits besides their verdicts; the engine and the test hosts call it.
struct Diagnosis: WaitObserver, TestObserver {
  func start() {
    if TestProcess.kind != .other { _ = Self.isExpectedAtExit }
  }

  static let isExpectedAtExit: Void = ProcessExit.add(.summaries) {
    NearTimeouts.printAll()
    ExtendedWaits.printAll()
    StallLog.printAll()
  }

  func testsChanged() { Watchdog.noteTests() }

  func framesWereSkipped() {
    Blockage.forgetThread()
    for wait in RunLoopWaits.forgetThread() {
      Engine.withLockReleasingWaiters { state in
        if state.machine.isLive(wait) { state.abandon(wait) }
      }
      Watchdog.unwatch(wait)
    }
  }

  var isInBody: Bool { Blockage.mainQueue.isEntered }

  func waitBegan(_ wait: SlotKey, _ request: WaitRequest, _ context: CallingContext) {
    Watchdog.watch(wait, request, context)
  }

  func cleanTime(of limit: Nanoseconds) -> Nanoseconds? {
    Watchdog.shared == nil ? WaitLog.cleanTime(of: limit) : nil
  }

  func waitIsOld(_ wait: SlotKey, limit: Nanoseconds, at now: MonotonicInstant) {
    Probes.begin(for: wait, limit: limit, at: now)
  }

  var shortestLimit: Nanoseconds? { Probes.shortestLimit }

  func mayTimeOut(_ wait: SlotKey, proceed: @escaping @Sendable () -> Void) -> Bool {
    Probes.mayTimeOut(wait, proceed: proceed)
  }

  func deadlinePassed(of wait: SlotKey) { Probes.noteDeadline(of: wait) }

  func waitEnded(_ wait: SlotKey, _ record: WaitRecord) -> Boxed<WaitFindings> {
    Watchdog.unwatch(wait)
    return Probes.collect(wait, record)
  }

  func note(_ record: WaitRecord) { WaitLog.note(record) }

  func noteNeverAwaited(_ expectation: any AnyExpectation) { WaitLog.noteNeverAwaited(expectation) }

  func clockStandsStill(_ stall: Stall) { StallLog.noteRunningTests(in: stall) }

  func clockWentOn(after stall: Stall) { StallLog.note(stall) }
}

extension Engine {
  static let observer: any WaitObserver = Diagnosis()
}

extension TestHosts {
  static let observer: any TestObserver = Diagnosis()
}
