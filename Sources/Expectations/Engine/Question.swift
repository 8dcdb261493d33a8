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

/// A queue that questions can be sent to. The clock sees to it that at most one is on its way: a queue that is
/// blocked for an hour holds one small block of ours, not thousands.
final class ProbeTarget: Sendable {
  let queue: QueueSet
  private let send: @Sendable (@escaping @Sendable () -> Void) -> Void
  private let latest = Locked<Question?>(nil)

  init(_ queue: QueueSet, send: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    self.queue = queue
    self.send = send
  }

  /// The question that was sent last.
  var last: Question? { latest.withLock { $0 } }

  /// Asks, and has `answered` called on the queue when it runs.
  func ask(at now: Instant, answered: @escaping @Sendable (QueueSet) -> Void) {
    let question = Question(sent: now)
    latest.withLock { $0 = question }
    send { [queue] in
      question.answer(at: MonotonicClock.now())
      answered(queue)
    }
  }

  /// Everywhere a callback may be waiting for its turn.
  static let all = [
    ProbeTarget(.main) { DispatchQueue.main.async(execute: $0) },
    ProbeTarget(.global) { DispatchQueue.global().async(execute: $0) },
    ProbeTarget(.mediumPool) { answer in Task.detached(priority: .medium) { answer() } },
    ProbeTarget(.highPool) { answer in Task.detached(priority: .high) { answer() } },
  ]
}
