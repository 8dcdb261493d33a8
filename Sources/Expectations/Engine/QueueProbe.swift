import Dispatch

/// One probe of a queue: when its block was sent, and when the queue ran it.
final class QueueProbe: Sendable {
  let sent: MonotonicInstant
  private let answered = Locked<MonotonicInstant?>(nil)

  init(sent: MonotonicInstant) {
    self.sent = sent
  }

  func answer(at now: MonotonicInstant) { answered.withLock { $0 = now } }

  /// Returns when the answer came, if it came by `instant`.
  func answer(by instant: MonotonicInstant) -> MonotonicInstant? {
    answered.withLock { $0 }.flatMap { $0 <= instant ? $0 : nil }
  }
}

/// A queue that beats can probe.
///
/// The fair clock allows one unanswered probe for each queue, so a queue that is blocked for an hour contains one small
/// block, not thousands.
final class ProbeTarget: Sendable {
  let queue: QueueSet
  private let send: @Sendable (@escaping @Sendable () -> Void) -> Void
  private let latest = Locked<QueueProbe?>(nil)

  init(_ queue: QueueSet, send: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    self.queue = queue
    self.send = send
  }

  /// The latest probe.
  var last: QueueProbe? { latest.withLock { $0 } }

  /// Sends a probe. The queue calls `answered` when it runs the probe.
  func sendProbe(at now: MonotonicInstant, answered: @escaping @Sendable (QueueSet) -> Void) {
    let probe = QueueProbe(sent: now)
    latest.withLock { $0 = probe }
    send { [queue] in
      probe.answer(at: MonotonicClock.now())
      answered(queue)
    }
  }

  /// All queues in which a callback may be waiting for its turn.
  static let all = [
    ProbeTarget(.main) { DispatchQueue.main.async(execute: $0) },
    ProbeTarget(.global) { DispatchQueue.global().async(execute: $0) },
    ProbeTarget(.mediumPool) { answer in Task.detached(priority: .medium) { answer() } },
    ProbeTarget(.highPool) { answer in Task.detached(priority: .high) { answer() } },
  ]
}
