/// Lists what may explain why a wait ran out of time: what was observed, and what the wait blocked.
struct CauseText {
  private let report: WaitReport
  private let probes: ProbeText
  /// Whether the wait is for the end of the body of `within`.
  private let isOfBody: Bool

  init(_ report: WaitReport, ofBody isOfBody: Bool = false) {
    self.report = report
    probes = ProbeText(
      findings: WaitFindings(probes: report.probes, blockedPoolThreads: report.blockedPoolThreads),
      poolSize: report.poolSize)
    self.isOfBody = isOfBody
  }

  var lines: [String] {
    let isOutOfTime = report.outcome == .timedOut || report.outcome == .interrupted
    guard isOutOfTime else { return [lateReturn].compactMap { $0 } }
    let absence = report.inspected?.absence
    let standings = report.standingLines
    let isInspected = !standings.isEmpty || absence != nil
    let others = [probes.badLine(isInspected: isInspected), isInspected ? nil : nothingWasBlocked, blockedByWait]
    let rest = [isNothingKnown ? absence.map(line) : nil, lateReturn]
    return others.compactMap { $0 } + uncalledHandlers + report.clocks + standings + rest.compactMap { $0 }
  }

  /// What is certain: that nothing can, or that no handler can, fulfill an expectation.
  var certainties: [String] {
    guard report.outcome == .timedOut || report.outcome == .interrupted else { return [] }
    let lines = missing.compactMap(certainty)
    guard lines.count > Self.shownCertainties else { return lines }
    return lines.prefix(Self.shownCertainties - 1)
      + ["and so with \(lines.count - Self.shownCertainties + 1) more expectations"]
  }

  private static let shownCertainties = 4

  /// Whether no other line says what may be the cause.
  private var isNothingKnown: Bool {
    blockedByWait == nil && lateReturn == nil && certainties.isEmpty && uncalledHandlers.isEmpty
      && report.clocks.isEmpty && !hasNearMisses && !report.probes.contains(where: \.hasNoAnswer)
      && report.uncounted < .milliseconds(100)
      && !missing.contains { $0.fulfillments.contains { $0.lateness != nil } }
  }

  private func line(_ absence: String) -> String {
    AbsenceText.line(
      absence, hasBegun: missing.contains { $0.fulfillmentCount > 0 }, queuesAnswered: areProbesAnswered)
  }

  private var lateReturn: String? { report.context.lateReturn(by: report.delay) }

  // MARK: Probes

  private var areProbesAnswered: Bool {
    !report.probes.isEmpty && report.probes.allSatisfy { $0.answer != nil } && !probes.isBad
  }

  // MARK: What the wait did

  /// What the wait itself blocked. The text does not say whether that was the cause.
  private var blockedByWait: String? {
    switch report.context {
    case .mainQueueJob:
      "this wait blocked the main queue and the main actor: nothing else could run there; use `await`"
    case .task: "this wait blocked a thread of the concurrency pool; use `await`"
    case .queue(let label): "this wait blocked the queue \"\(label)\": if it is serial, nothing else could run there"
    case .mainThread, .thread, .suspended, .suspendedOnActor, .suspendedOnMainActor: nil
    }
  }

  // MARK: What can fulfill an expectation

  private func certainty(_ entry: WaitReport.Entry) -> String? {
    let name = "\"\(entry.description)\""
    guard let time = entry.handlersReleasedTime else {
      return entry.isUnheld
        ? "no closure, task or object holds \(name) anymore: only the test itself could fulfill it" : nil
    }
    let place = entry.handlersReleasedOn.map { " (\($0))" } ?? ""
    let when = time < .zero ? "before the wait" : "at \(DurationText.exact(time))\(place)"
    return "the handler of \(name) was released \(when) without being called"
  }

  private var uncalledHandlers: [String] {
    missing.filter(\.hasUncalledHandler).map {
      "the handler of \"\($0.description)\" is still held and has not been called"
    }
  }

  /// A statement that none of the probed queues was blocked, and what the probes cannot see.
  private var nothingWasBlocked: String? {
    guard areProbesAnswered, certainties.isEmpty, report.clocks.isEmpty, !hasNearMisses,
      report.delay < .milliseconds(50),
      report.uncounted < .milliseconds(100)
    else { return nil }
    guard report.context.isSuspended || [.mainThread, .thread].contains(report.context) else { return nil }
    return isOfBody
      ? "\(probes.names) answered when probed: the body awaits something else, or takes longer"
      : "\(probes.names) answered when probed. Not seen is an error that ended a task, a lock, an actor, another queue or run loop"
  }

  /// Whether a near miss came instead, which is then the likely cause.
  private var hasNearMisses: Bool {
    report.expectations.contains { !$0.isComplete && $0.notification?.hasNearMisses == true }
  }

  private var missing: [WaitReport.Entry] {
    report.expectations.filter { !$0.isComplete && !$0.isInverted && !$0.isRepeated }
  }
}

extension CallingContext {
  /// Says that the caller resumed late after the verdict; nil when it resumed soon.
  func lateReturn(by delay: Duration) -> String? {
    guard delay >= .milliseconds(50) else { return nil }
    let delay = DurationText.short(delay)
    return switch self {
    case .suspended: "resumed \(delay) later: concurrency pool busy"
    case .suspendedOnActor: "resumed \(delay) later: its actor or the concurrency pool busy"
    case .suspendedOnMainActor: "resumed \(delay) later: main actor busy"
    case .mainThread, .mainQueueJob: "main thread did not run for \(delay)"
    case .task, .queue, .thread: "resumed \(delay) later: the thread did not run"
    }
  }
}

/// Says what is left when nothing is known about the cause of a failure, and no thread or task is in the tester's code.
enum AbsenceText {
  /// - Parameters:
  ///   - absence: The words of the inspection.
  ///   - hasBegun: Whether a part of what was expected has come.
  ///   - queuesAnswered: Whether the main queue, a global queue and the concurrency pool were probed and answered.
  static func line(_ absence: String, hasBegun: Bool, queuesAnswered: Bool) -> String {
    let beginning = hasBegun ? "the work has ended," : "the work was never started, has ended,"
    return "\(absence): \(beginning) or waits for \(queuesAnswered ? "another" : "a") queue, a timer or the system"
  }
}

/// Describes the probes that were sent during a wait.
struct ProbeText {
  let findings: WaitFindings
  let poolSize: Int

  /// Whether an answer is missing or took long. One that was asked for just before shows nothing.
  var isBad: Bool { findings.probes.contains { ($0.answer ?? $0.silence) >= .milliseconds(100) } }

  /// `the main queue, the global queue and the concurrency pool`
  var names: String {
    let names = findings.probes.map { "the \($0.target.name)" }
    return names.count < 2
      ? names.joined() : names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
  }

  /// The line, if a probe is bad: otherwise it explains nothing.
  func badLine(isInspected: Bool) -> String? { isBad ? line(isInspected: isInspected) : nil }

  /// `main queue: answered in 0.1 ms · global queue: 0.2 ms · concurrency pool: NO ANSWER for 4.98 s (2 threads, …)`
  ///
  /// - Parameter isInspected: Whether further lines say where the threads stood.
  func line(isInspected: Bool = false) -> String? {
    let probes = findings.probes
    guard !probes.isEmpty else { return nil }
    let firstAnswer = probes.firstIndex { $0.answer != nil }
    return probes.enumerated().map { index, probe in
      guard let answer = probe.answer else { return "\(probe.target.name): \(silence(of: probe, isInspected))" }
      return "\(probe.target.name): \(index == firstAnswer ? "answered in " : "")\(DurationText.brief(answer))"
    }.joined(separator: " · ")
  }

  private func silence(of probe: WaitReport.Probe, _ isInspected: Bool) -> String {
    guard probe.hasNoAnswer else { return "probed only \(DurationText.brief(probe.silence)) earlier" }
    let length = "NO ANSWER for \(DurationText.short(probe.silence))"
    guard probe.target == .concurrencyPool, poolSize > 0 else { return length }
    let blocked = findings.blockedPoolThreads
    let count = max(poolSize, blocked)
    let threads = "\(count) \(count == 1 ? "thread" : "threads")"
    guard blocked == 0 else { return "\(length) (\(threads), \(blocked) blocked in waits like this)" }
    return isInspected ? "\(length) (\(threads))" : "\(length) (\(threads), all blocked?)"
  }
}

extension WaitReport.Probe {
  /// Whether the answer has been missing for long enough to be significant.
  var hasNoAnswer: Bool { answer == nil && silence >= .nanoseconds(FairClock.shortestStall) }
}

extension WaitReport.Probe.Target {
  /// The readable name of the target.
  var name: String {
    switch self {
    case .mainQueue: "main queue"
    case .globalQueue: "global queue"
    case .concurrencyPool: "concurrency pool"
    }
  }
}

/// Describes the time that did not count: ` (9.62 s passed; for 4.62 s the concurrency pool did not run)`.
struct UncountedText {
  private let elapsed: Duration
  private let uncounted: Duration
  private let stalls: [WaitReport.Stall]

  init(elapsed: Duration, uncounted: Duration, stalls: [WaitReport.Stall]) {
    (self.elapsed, self.uncounted, self.stalls) = (elapsed, uncounted, stalls)
  }

  init(_ report: WaitReport) {
    self.init(elapsed: report.elapsed - report.delay, uncounted: report.uncounted, stalls: report.stalls)
  }

  /// The remark leaves out shorter times.
  private static let shortestMentioned = Duration.milliseconds(100)

  /// The description; empty when nearly all time counted.
  var remark: String {
    guard uncounted >= Self.shortestMentioned else { return "" }
    return " (\(DurationText.short(elapsed)) passed; for \(DurationText.short(uncounted)) \(cause) did not run)"
  }

  private var cause: String {
    let targets = WaitReport.Stall.Target.allCases.filter { target in stalls.contains { $0.targets.contains(target) } }
    let names = targets.map { "the \($0.name)\(blockers(of: $0))" }
    switch names.count {
    case 0: return "something"
    case 1: return names[0]
    // What blocks a target stands between commas already.
    default:
      // In each moment, at least one of them did not run.
      return names.dropLast().joined(separator: ", ").replacing(",,", with: ",") + " or " + names[names.count - 1]
    }
  }

  private func blockers(of target: WaitReport.Stall.Target) -> String {
    let lines = BlockingWait.lines(stalls.flatMap(\.waits), of: target)
    return lines.isEmpty ? "" : ", blocked by the \(lines),"
  }
}

extension BlockingWait {
  /// The waits that blocked a target: `wait at A.swift:12`, `waits at A.swift:12 and B.swift:7`; empty without one.
  static func lines(_ waits: [BlockingWait], of target: WaitReport.Stall.Target) -> String {
    var lines: [String] = []
    for wait in waits where wait.queue == target.queue && !lines.contains(wait.line) { lines.append(wait.line) }
    switch lines.count {
    case 0: return ""
    case 1: return "wait at \(lines[0])"
    case 2: return "waits at \(lines[0]) and \(lines[1])"
    case let count: return "waits at \(lines[0]), \(lines[1]) and \(count - 2) more"
    }
  }
}

/// Describes a notification that did not come: where it was observed, and its near misses.
struct NotificationText {
  private let notification: WaitReport.ObservedNotification

  init(_ notification: WaitReport.ObservedNotification) {
    self.notification = notification
  }

  var lines: [String] { [observed] + nearMisses.map { "near miss: posted \($0)" } }

  /// `observed on the default center, from any object`
  var observed: String {
    let center = notification.isOnDefaultCenter ? "the default center" : "a center other than the default one"
    let fate = notification.isObjectGone ? ", which has been released" : ""
    let object = notification.objectType.map { "one object\(fate): \($0)" } ?? "any object"
    return "observed on \(center), from \(object)"
  }

  private var nearMisses: [String] {
    let (without, further) = (notification.withoutObjectCount, notification.furtherObjectCount)
    let rejected = notification.rejectedCount
    return [without > 0 ? "\(CountText.times(without)) without an object (object: nil)" : nil].compactMap { $0 }
      + notification.otherObjects.map { "\(CountText.times($0.count)) by another object: \($0.subject)" }
      + [
        further > 0 ? "\(CountText.times(further)) by objects of other types" : nil,
        rejected > 0 ? "\(CountText.times(rejected)), but rejected by where:" : nil,
      ].compactMap { $0 }
  }
}
