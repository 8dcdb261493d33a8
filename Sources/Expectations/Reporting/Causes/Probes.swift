import Foundation

/// Finds out what else can run while a wait lasts. A wait that is over soon costs nothing: the questions are sent when the
/// clock is looked at for it the first time, and what they found is fetched only by a wait that lasted longer than that.
enum Probes {
  /// What one wait has asked.
  private struct Inquiry {
    var asked: Instant
    var questions: [Question]
    var blockedPoolThreads: Int
    var threads: [WaitReport.ThreadGroup] = []
  }

  /// What they found, for a report.
  struct Findings: Sendable {
    var probes: [WaitReport.Probe] = []
    var blockedPoolThreads = 0
    var threads: [WaitReport.ThreadGroup] = []
  }

  private static let inquiries = Locked<[SlotKey: Inquiry]>([:])

  private static let shortest: Nanoseconds = 20_000_000
  private static let latest: Nanoseconds = 500_000_000

  /// When a wait that begins now is to be looked at to send its questions; `.never` if it is too short to ask.
  static func firstLook(from now: Instant, limit: Nanoseconds) -> Instant {
    limit < shortest ? .never : now.advanced(by: min(limit / 10, latest))
  }

  static func firstLook(at wait: WaitState<any Waiter, FulfillmentPlace>) -> Instant {
    firstLook(from: wait.started, limit: wait.terms.deadline.since(wait.started))
  }

  /// Sends the questions of a wait that is still going on, unless it has sent them.
  static func send(for wait: SlotKey) {
    let now = MonotonicClock.now()
    guard !inquiries.withLock({ $0.keys.contains(wait) }) else { return }
    let inquiry = Inquiry(
      asked: now, questions: Questionee.all.map { $0.ask(at: now) }, blockedPoolThreads: PoolBlockage.count)
    inquiries.withLock { $0[wait] = inquiry }
    // The wait may have ended meanwhile, and found nothing to take away.
    if !Engine.isLive(wait) { inquiries.withLock { _ = $0.removeValue(forKey: wait) } }
  }

  /// The time of a wait is over. If something has not answered, what the threads do now tells why; when the wait returns,
  /// they may do something else.
  static func noteDeadline(of wait: SlotKey) {
    guard let inquiry = inquiries.withLock({ $0[wait] }) else { return }
    guard inquiry.questions.contains(where: { $0.answer(by: .never) == nil }) else { return }
    let threads = ThreadCensus.recent
    inquiries.withLock { $0[wait]?.threads = threads }
  }

  /// Takes away what was found for a wait that is over.
  static func collect(_ wait: SlotKey, _ ending: WaitEnding, limit: Nanoseconds) -> Rare<Findings> {
    guard ending.ended > firstLook(from: ending.started, limit: limit),
      let inquiry = inquiries.withLock({ $0.removeValue(forKey: wait) })
    else { return .none }
    let verdict = ending.finish.verdict.instant
    let probes = zip(Questionee.all, inquiry.questions).map { questionee, question in
      WaitReport.Probe(questionee.target, question, asked: inquiry.asked, verdict: verdict, started: ending.started)
    }
    // The two of the pool count as one: the worse one.
    let worst = WaitReport.Probe.Target.allCases.compactMap { target in
      probes.filter { $0.target == target }.max {
        ($0.answer == nil ? 1 : 0, $0.silence) < ($1.answer == nil ? 1 : 0, $1.silence)
      }
    }
    return .some(
      Findings(probes: worst, blockedPoolThreads: inquiry.blockedPoolThreads, threads: inquiry.threads))
  }

  /// How many waits have questions out.
  static var pendingCount: Int { inquiries.withLock { $0.count } }
}

extension WaitReport.Probe {
  fileprivate init(_ target: Target, _ question: Question, asked: Instant, verdict: Instant, started: Instant) {
    // One that was on its way already is counted from when this wait wanted to know.
    let answered = question.answer(by: verdict)
    let sent = answered == nil ? max(asked, question.sent) : question.sent
    self.init(
      target: target, time: .nanoseconds(sent.since(started)), answer: answered.map { .nanoseconds($0.since(sent)) },
      silence: .nanoseconds((answered ?? verdict).since(sent)))
  }
}

/// How many threads of the concurrency pool stand in blocking waits. Only such waits count themselves.
enum PoolBlockage {
  private static let blocked = Locked(0)

  static var count: Int { blocked.withLock { $0 } }
  static let poolSize = ProcessInfo.processInfo.activeProcessorCount

  static func enter() { blocked.withLock { $0 += 1 } }
  static func leave() { blocked.withLock { $0 -= 1 } }
}
