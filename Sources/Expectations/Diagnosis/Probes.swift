/// Collects, for the report of a wait, which queues could run code while the wait lasted.
///
/// The probes themselves belong to `Heartbeat`, which sends them for all waits together. This type keeps one entry for
/// each live wait that has had its first check, to find the probes that concern it. When the wait ends, the entry
/// becomes the findings of its report. A short wait ends before its first check, and has no entry.
enum Probes {
  /// The entry of one wait.
  fileprivate struct ProbeRun {
    /// When the entry was made.
    var madeAt: MonotonicInstant
    var limit: Nanoseconds
    /// The latest probe of each of `ProbeTarget.all` when the entry was made.
    var queueProbes: [QueueProbe?]
    var blockedPoolThreads: Int
    /// Where the threads and tasks stood when the time of the wait was up.
    var inspection: Inspection?
    /// When the time of the wait was up, and the real time that had not counted until then; nil before that.
    var timeUp: (at: MonotonicInstant, uncounted: Nanoseconds)?
  }

  private static let probeRuns = Locked<[SlotKey: ProbeRun]>([:])

  /// The limit of the shortest wait with an entry; nil when there is none.
  static var shortestLimit: Nanoseconds? { probeRuns.withLock { $0.values.lazy.map(\.limit).min() } }

  /// Makes the entry of a live wait. Probes without an answer that were sent earlier also concern it.
  static func begin(for wait: SlotKey, limit: Nanoseconds, at now: MonotonicInstant) {
    let probeRun = ProbeRun(
      madeAt: now, limit: limit, queueProbes: ProbeTarget.all.map(\.last), blockedPoolThreads: Blockage.pool.value)
    probeRuns.withLock { $0[wait] = $0[wait] ?? probeRun }
    // The wait may have ended before it had an entry to remove.
    if !Engine.isLive(wait) { end(wait) }
  }

  /// Removes the entry of a wait that gets no report.
  static func end(_ wait: SlotKey) { probeRuns.withLock { _ = $0.removeValue(forKey: wait) } }

  /// Returns whether a wait whose time is up may end now. If not, what the threads and tasks do is copied first, before
  /// the waiter wakes and everything moves on, and the names are looked up, so that no thread of the pool does.
  static func mayTimeOut(
    _ wait: SlotKey, at now: MonotonicInstant, uncounted: Nanoseconds, proceed: @escaping @Sendable () -> Void
  ) -> Bool {
    let mayEnd = probeRuns.withLock { runs in
      guard Inspections.areAllowed, let run = runs[wait], run.timeUp == nil else { return true }
      runs[wait]?.timeUp = (now, uncounted)
      return false
    }
    guard !mayEnd else { return true }
    Inspections.copy { inspection in
      probeRuns.withLock { $0[wait]?.inspection = inspection }
      Inspections.lookUpNames(of: inspection, proceed)
    }
    return false
  }

  /// Removes the entry of a wait that is over, and returns its findings.
  static func collect(_ wait: SlotKey, _ record: WaitRecord) -> Boxed<WaitFindings> {
    guard let probeRun = probeRuns.withLock({ $0.removeValue(forKey: wait) }) else { return stalls(of: record) }
    // What happened while the reason was looked for is no part of the wait.
    let end = probeRun.timeUp?.at ?? record.decided
    var findings = WaitFindings(
      probes: probeRun.probes(from: record.started.real, to: end), blockedPoolThreads: probeRun.blockedPoolThreads,
      stalls: StallLog.stalls(from: record.started.real, to: end))
    findings.uncounted = probeRun.timeUp?.uncounted
    findings.inspected = Inspections.wait(probeRun.inspection, record.context, of: record.request.host)
    return .some(findings)
  }

  /// Returns the findings about a wait that is over, with where everything stands now. Without findings, it was short.
  static func inspect(_ record: WaitRecord) -> Boxed<WaitFindings> {
    guard record.verdict.kind == .timedOut, var findings = record.findings.value else { return record.findings }
    findings.inspected =
      findings.inspected ?? Inspections.wait(Inspections.completeBlocking(), record.context, of: record.request.host)
    return .some(findings)
  }

  /// The findings for a live wait, which keeps its entry; nil when it has none.
  static func findings(of wait: SlotKey, from started: MonotonicInstant, to now: MonotonicInstant) -> WaitFindings? {
    guard let probeRun = probeRuns.withLock({ $0[wait] }) else { return nil }
    return WaitFindings(
      probes: probeRun.probes(from: started, to: now), blockedPoolThreads: probeRun.blockedPoolThreads)
  }

  private static func stalls(of record: WaitRecord) -> Boxed<WaitFindings> {
    guard record.uncounted > FairClock.shortestStall else { return .none }
    return .some(WaitFindings(stalls: StallLog.stalls(from: record.started.real, to: record.decided)))
  }

  /// The waits that have an entry.
  static var pending: [SlotKey] { probeRuns.withLock { Array($0.keys) } }
}

extension Probes.ProbeRun {
  /// For each target, the latest probe when the entry was made, and the latest probe now.
  private var all: [(target: WaitReport.Probe.Target, queueProbe: QueueProbe)] {
    zip(ProbeTarget.all, queueProbes).flatMap { probeTarget, first in
      [first, probeTarget.last].compactMap { $0 }.map { (WaitReport.Probe.Target(probeTarget.queue), $0) }
    }
  }

  func probes(from started: MonotonicInstant, to decided: MonotonicInstant) -> [WaitReport.Probe] {
    let probes = all.filter { $0.queueProbe.sent <= decided }.map { target, queueProbe in
      WaitReport.Probe(target, queueProbe, entryMadeAt: madeAt, decided: decided, started: started)
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
    _ target: Target, _ queueProbe: QueueProbe, entryMadeAt: MonotonicInstant, decided: MonotonicInstant,
    started: MonotonicInstant
  ) {
    // An unanswered probe that was sent before the entry was made counts from the making of the entry.
    let answered = queueProbe.answer(by: decided)
    let sent = answered == nil ? max(entryMadeAt, queueProbe.sent) : queueProbe.sent
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
