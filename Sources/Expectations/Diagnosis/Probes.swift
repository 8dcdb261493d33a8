/// What could run during a wait, for the report of that wait. A short wait never gets an entry here. A longer one gets
/// its entry when the engine first looks at it; when it ends, it takes its findings away.
enum Probes {
  /// The entry of one wait that has lasted long enough for probes to be sent.
  fileprivate struct ProbeRun {
    var asked: MonotonicInstant
    var limit: Nanoseconds
    var queueProbes: [QueueProbe?]
    var blockedPoolThreads: Int
    var threads: [WaitReport.ThreadGroup]?
    /// Where the threads and tasks stood when the time of the wait was up.
    var inspection: Inspection?
    var isInspected = false
  }

  private static let probeRuns = Locked<[SlotKey: ProbeRun]>([:])

  /// The limit of the shortest wait with an entry; nil when there is none.
  static var shortestLimit: Nanoseconds? { probeRuns.withLock { $0.values.lazy.map(\.limit).min() } }

  /// Makes an entry for a live wait. Probes that are already on their way count for it, too.
  static func begin(for wait: SlotKey, limit: Nanoseconds, at now: MonotonicInstant) {
    let probeRun = ProbeRun(
      asked: now, limit: limit, queueProbes: ProbeTarget.all.map(\.last), blockedPoolThreads: Blockage.pool.value)
    probeRuns.withLock { $0[wait] = $0[wait] ?? probeRun }
    // The wait may have ended in the meantime, before it had an entry to take away.
    if !Engine.isLive(wait) { end(wait) }
  }

  /// Removes the entry of a wait that gets no report.
  static func end(_ wait: SlotKey) { probeRuns.withLock { _ = $0.removeValue(forKey: wait) } }

  /// Returns whether a wait whose time is up may end now. If not, what the threads and tasks do is copied first, before
  /// the waiter wakes and everything moves on.
  static func mayTimeOut(_ wait: SlotKey, proceed: @escaping @Sendable () -> Void) -> Bool {
    let mayEnd = probeRuns.withLock { runs in
      guard Inspections.areAllowed, runs[wait]?.isInspected == false else { return true }
      runs[wait]?.isInspected = true
      return false
    }
    guard !mayEnd else { return true }
    Inspections.copy { inspection in
      probeRuns.withLock { $0[wait]?.inspection = inspection }
      proceed()
    }
    return false
  }

  /// Notes that the time of a wait is over. If a probe has no answer yet, what the threads do now tells why; when
  /// the wait returns, they may do something else. Reading about threads can take long, so a background queue does it.
  static func noteDeadline(of wait: SlotKey) {
    guard let probeRun = probeRuns.withLock({ $0[wait] }), probeRun.hasSilence(at: MonotonicClock.now()) else { return }
    BackgroundWork.run {
      let threads = ThreadSnapshot.recent
      probeRuns.withLock { $0[wait]?.threads = threads }
    }
  }

  /// Removes the entry of a wait that is over, and returns its findings.
  static func collect(_ wait: SlotKey, _ record: WaitRecord) -> Boxed<WaitFindings> {
    guard let probeRun = probeRuns.withLock({ $0.removeValue(forKey: wait) }) else { return stalls(of: record) }
    var findings = WaitFindings(
      probes: probeRun.probes(from: record.started.real, to: record.decided),
      blockedPoolThreads: probeRun.blockedPoolThreads,
      stalls: StallLog.stalls(from: record.started.real, to: record.decided))
    if record.verdict.kind == .timedOut, probeRun.hasSilence(at: record.decided) {
      findings.threads = probeRun.threads ?? ThreadSnapshot.recent
    }
    findings.inspected = Inspections.wait(probeRun.inspection, record.context)
    return .some(findings)
  }

  /// The findings for a live wait, which keeps its entry; nil when it has none.
  static func findings(of wait: SlotKey, from started: MonotonicInstant, to now: MonotonicInstant) -> WaitFindings? {
    guard let probeRun = probeRuns.withLock({ $0[wait] }) else { return nil }
    var findings = WaitFindings(
      probes: probeRun.probes(from: started, to: now), blockedPoolThreads: probeRun.blockedPoolThreads)
    if probeRun.hasSilence(at: now) { findings.threads = probeRun.threads ?? ThreadSnapshot.recent }
    return findings
  }

  private static func stalls(of record: WaitRecord) -> Boxed<WaitFindings> {
    guard record.uncounted > FairClock.shortestStall else { return .none }
    return .some(WaitFindings(stalls: StallLog.stalls(from: record.started.real, to: record.decided)))
  }

  /// How many waits have an entry.
  static var pendingCount: Int { probeRuns.withLock { $0.count } }
}

extension Probes.ProbeRun {
  /// The last probes that were sent before the wait had its entry, and the last ones so far.
  private var all: [(target: WaitReport.Probe.Target, queueProbe: QueueProbe)] {
    zip(ProbeTarget.all, queueProbes).flatMap { probeTarget, first in
      [first, probeTarget.last].compactMap { $0 }.map { (WaitReport.Probe.Target(probeTarget.queue), $0) }
    }
  }

  /// Whether a probe has gone unanswered for at least the shortest stall.
  func hasSilence(at instant: MonotonicInstant) -> Bool {
    all.contains { _, queueProbe in
      instant.since(max(asked, queueProbe.sent)) >= FairClock.shortestStall && queueProbe.answer(by: instant) == nil
    }
  }

  func probes(from started: MonotonicInstant, to decided: MonotonicInstant) -> [WaitReport.Probe] {
    let probes = all.filter { $0.queueProbe.sent <= decided }.map { target, queueProbe in
      WaitReport.Probe(target, queueProbe, asked: asked, decided: decided, started: started)
    }
    // Of several probes of one target, only the worst counts.
    return WaitReport.Probe.Target.allCases.compactMap { target in
      probes.filter { $0.target == target }.max {
        ($0.answer == nil ? 1 : 0, $0.silence) < ($1.answer == nil ? 1 : 0, $1.silence)
      }
    }
  }
}

extension WaitReport.Probe {
  fileprivate init(
    _ target: Target, _ queueProbe: QueueProbe, asked: MonotonicInstant, decided: MonotonicInstant,
    started: MonotonicInstant
  ) {
    // An unanswered probe that was already on its way counts from the moment when the wait got its entry.
    let answered = queueProbe.answer(by: decided)
    let sent = answered == nil ? max(asked, queueProbe.sent) : queueProbe.sent
    self.init(
      target: target, time: .nanoseconds(sent.since(started)), answer: answered.map { .nanoseconds($0.since(sent)) },
      silence: .nanoseconds((answered ?? decided).since(sent)))
  }
}

extension WaitReport.Probe.Target {
  /// The name of a queue for people: both queues of the pool are "the pool".
  init(_ queue: QueueSet) {
    switch queue {
    case .main: self = .mainQueue
    case .global: self = .globalQueue
    default: self = .concurrencyPool
    }
  }
}
