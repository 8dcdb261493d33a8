/// Describes the probes that were sent during a wait.
struct ProbeText {
  let findings: WaitFindings
  let poolSize: Int

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
    let threads = "\(poolSize) \(poolSize == 1 ? "thread" : "threads")"
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
