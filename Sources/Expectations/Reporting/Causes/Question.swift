import Dispatch

/// One question to a queue, whether it can run anything: a block that notes when it runs.
final class Question: Sendable {
  let sent: Instant
  private let answered = Locked<Instant?>(nil)

  init(sent: Instant) {
    self.sent = sent
  }

  func answer(at now: Instant) { answered.withLock { $0 = now } }

  /// When the answer came, if it had come by `instant`.
  func answer(by instant: Instant) -> Instant? {
    answered.withLock { $0 }.flatMap { $0 <= instant ? $0 : nil }
  }
}

/// Somewhere that questions can be sent to. At most one is on its way at a time, however many waits want to know: a queue
/// that is blocked for an hour holds one small block of ours, not thousands.
final class Questionee: Sendable {
  /// One that has been answered is fresh enough for others for so long.
  private static let freshness: Nanoseconds = 5_000_000

  let target: WaitReport.Probe.Target
  private let send: @Sendable (@escaping @Sendable () -> Void) -> Void
  private let last = Locked<Question?>(nil)

  init(_ target: WaitReport.Probe.Target, send: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    self.target = target
    self.send = send
  }

  /// Asks, or joins a question that is on its way.
  func ask(at now: Instant) -> Question {
    let (question, isNew) = last.withLock { last in
      if let last, last.answer(by: .never) == nil || now.since(last.sent) < Self.freshness { return (last, false) }
      let question = Question(sent: now)
      last = question
      return (question, true)
    }
    if isNew { send { question.answer(at: MonotonicClock.now()) } }
    return question
  }

  /// Everywhere a callback may be waiting for its turn. The pool has a queue for each priority, of which XCTest uses the
  /// high one and Swift Testing the medium one for their tests.
  static let all = [
    Questionee(.mainQueue) { DispatchQueue.main.async(execute: $0) },
    Questionee(.globalQueue) { DispatchQueue.global().async(execute: $0) },
    Questionee(.concurrencyPool) { answer in Task.detached(priority: .medium) { answer() } },
    Questionee(.concurrencyPool) { answer in Task.detached(priority: .high) { answer() } },
  ]
}
