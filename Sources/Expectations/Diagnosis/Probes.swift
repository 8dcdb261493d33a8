/// What could run while a wait lasted, for its report. A wait that is over soon knows nothing of it: it is entered
/// here when it is looked at for the first time, and leaves with what was found when it ends.
enum Probes {
  /// One wait that has lasted long enough to ask.
  fileprivate struct ProbeRun {
    var asked: Instant
    var limit: Nanoseconds
    var questions: [Question?]
    var blockedPoolThreads: Int
    var threads: [WaitReport.ThreadGroup]?
  }

  private static let probeRuns = Locked<[SlotKey: ProbeRun]>([:])

  /// The limit of the shortest of these waits; nil when there is none.
  static var shortestLimit: Nanoseconds? { probeRuns.withLock { $0.values.lazy.map(\.limit).min() } }

  /// Enters a wait that is still going on. What has just been asked is asked for it, too.
  static func begin(for wait: SlotKey, limit: Nanoseconds, at now: Instant) {
    let probeRun = ProbeRun(
      asked: now, limit: limit, questions: ProbeTarget.all.map(\.last), blockedPoolThreads: Blockage.pool.value)
    probeRuns.withLock { $0[wait] = $0[wait] ?? probeRun }
    // The wait may have ended meanwhile, and found nothing to take away.
    if !Engine.isLive(wait) { end(wait) }
  }

  /// Takes away a wait of which no report will be made.
  static func end(_ wait: SlotKey) { probeRuns.withLock { _ = $0.removeValue(forKey: wait) } }

  /// The time of a wait is over. If something has not answered, what the threads do now tells why; when the wait
  /// returns, they may do something else. To read about them may take long, so others do it.
  static func noteDeadline(of wait: SlotKey) {
    guard let probeRun = probeRuns.withLock({ $0[wait] }), probeRun.hasSilence(at: MonotonicClock.now()) else { return }
    BackgroundWork.run {
      let threads = ThreadSnapshot.recent
      probeRuns.withLock { $0[wait]?.threads = threads }
    }
  }

  /// Takes away what was found for a wait that is over.
  static func collect(_ wait: SlotKey, _ record: WaitRecord) -> Boxed<WaitFindings> {
    guard let probeRun = probeRuns.withLock({ $0.removeValue(forKey: wait) }) else { return stalls(of: record) }
    var findings = WaitFindings(
      probes: probeRun.probes(from: record.started.real, to: record.decided),
      blockedPoolThreads: probeRun.blockedPoolThreads,
      stalls: StallLog.stalls(from: record.started.real, to: record.decided))
    if record.verdict.kind == .timedOut, probeRun.hasSilence(at: record.decided) {
      findings.threads = probeRun.threads ?? ThreadSnapshot.recent
    }
    return .some(findings)
  }

  /// What was found for a wait that goes on, which stays entered; nil when it is not.
  static func findings(of wait: SlotKey, from started: Instant, to now: Instant) -> WaitFindings? {
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

  /// How many waits are entered.
  static var pendingCount: Int { probeRuns.withLock { $0.count } }
}

extension Probes.ProbeRun {
  /// The questions that were sent when it was entered, and those that were sent last.
  private var all: [(target: WaitReport.Probe.Target, question: Question)] {
    zip(ProbeTarget.all, questions).flatMap { probeTarget, first in
      [first, probeTarget.last].compactMap { $0 }.map { (WaitReport.Probe.Target(probeTarget.queue), $0) }
    }
  }

  /// Whether one of the questions had no answer for so long that it tells something.
  func hasSilence(at instant: Instant) -> Bool {
    all.contains { _, question in
      instant.since(max(asked, question.sent)) >= FairClock.shortestStall && question.answer(by: instant) == nil
    }
  }

  func probes(from started: Instant, to decided: Instant) -> [WaitReport.Probe] {
    let probes = all.filter { $0.question.sent <= decided }.map { target, question in
      WaitReport.Probe(target, question, asked: asked, decided: decided, started: started)
    }
    // All of one target count as one: the worst.
    return WaitReport.Probe.Target.allCases.compactMap { target in
      probes.filter { $0.target == target }.max {
        ($0.answer == nil ? 1 : 0, $0.silence) < ($1.answer == nil ? 1 : 0, $1.silence)
      }
    }
  }
}

extension WaitReport.Probe {
  fileprivate init(_ target: Target, _ question: Question, asked: Instant, decided: Instant, started: Instant) {
    // One that was on its way already is counted from when this wait wanted to know.
    let answered = question.answer(by: decided)
    let sent = answered == nil ? max(asked, question.sent) : question.sent
    self.init(
      target: target, time: .nanoseconds(sent.since(started)), answer: answered.map { .nanoseconds($0.since(sent)) },
      silence: .nanoseconds((answered ?? decided).since(sent)))
  }
}

extension WaitReport.Probe.Target {
  /// What a queue is to people: both of the pool are the pool.
  init(_ queue: QueueSet) {
    switch queue {
    case .main: self = .mainQueue
    case .global: self = .globalQueue
    default: self = .concurrencyPool
    }
  }
}
