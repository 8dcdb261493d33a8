extension WaitReport {
  /// A period in which a queue or the process could not run code on which the wait may have depended.
  ///
  /// It does not count: see ``WaitReport/uncounted``.
  struct Stall: Sendable, Equatable, Encodable {
    /// What can stall.
    enum Target: String, Sendable, CaseIterable, Encodable {
      /// The main queue, which also runs the main actor.
      case mainQueue
      /// The global queues of Dispatch.
      case globalQueue
      /// The threads that run Swift tasks.
      case concurrencyPool
      /// The process: it was stopped, or got no processor.
      case process
    }

    /// What did not run.
    var targets: [Target]
    /// When the stall began, measured from the beginning of the wait.
    var time: Duration
    /// How long the stall lasted within the wait.
    var duration: Duration
    /// The waits of this library that blocked a target.
    var waits: [BlockingWait] = []
  }
}

extension WaitReport.Stall {
  /// Converts the stalls within a wait that began and ended at two real instants.
  static func all(_ stalls: [Stall], from start: MonotonicInstant, to end: MonotonicInstant) -> [WaitReport.Stall] {
    stalls.compactMap { stall in
      let (began, ended) = (max(stall.began, start), min(stall.ended, end))
      guard began < ended else { return nil }
      return WaitReport.Stall(
        targets: Target.all(stall.queues), time: .nanoseconds(began.since(start)),
        duration: .nanoseconds(ended.since(began)), waits: stall.waits)
    }
  }
}

extension WaitReport.Stall.Target {
  fileprivate static func all(_ queues: QueueSet) -> [Self] {
    guard !queues.isEmpty else { return [.process] }
    let main: [Self] = queues.contains(.main) ? [.mainQueue] : []
    let global: [Self] = queues.contains(.global) ? [.globalQueue] : []
    return main + global + (queues.isDisjoint(with: .pool) ? [] : [.concurrencyPool])
  }

  /// The queue whose blocking waits block this target, too.
  var queue: QueueSet {
    switch self {
    case .mainQueue: .main
    case .globalQueue, .concurrencyPool: .pool
    case .process: []
    }
  }

  /// The readable name of the target.
  var name: String {
    switch self {
    case .mainQueue: "main queue"
    case .globalQueue: "global queue"
    case .concurrencyPool: "concurrency pool"
    case .process: "process"
    }
  }
}
