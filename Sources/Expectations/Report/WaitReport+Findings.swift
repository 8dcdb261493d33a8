/// What the library found out about why a wait failed.
struct WaitFindings: Sendable {
  var probes: [WaitReport.Probe] = []
  var blockedPoolThreads: Int = 0
  var stalls: [Stall] = []
  var inspected: InspectedWait?
  /// The real time that had not counted when the time of the wait was up, if the end was then delayed for `inspected`.
  var uncounted: Nanoseconds?
}

extension WaitReport {
  /// A probe of a queue during a wait: can the queue still run code?
  ///
  /// Probes distinguish "the callback never came" from "nothing could run the callback". A wait of 20 ms or more sends
  /// them after a tenth of its time, or after half a second if that is sooner, and then from time to time. A report
  /// holds the worst result for each target.
  struct Probe: Sendable, Equatable, Encodable {
    /// The kinds of queue that can be probed.
    enum Target: String, Sendable, CaseIterable, Encodable {
      /// The main queue, which also runs the main actor.
      case mainQueue
      /// A global queue of Dispatch.
      case globalQueue
      /// The threads that run Swift tasks.
      case concurrencyPool
    }

    /// The queue that was probed.
    var target: Target
    /// When the probe was sent, measured from the beginning of the wait.
    var time: Duration
    /// How long the answer took; nil when none came before the end of the wait.
    var answer: Duration?
    /// How long there was no answer: until it came, or until the end of the wait.
    var silence: Duration
  }
}

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

extension WaitReport {
  /// A thread or a suspended task that stood in the code of the tests or of the program when the time ran out.
  struct Standing: Sendable, Equatable, Encodable, CustomStringConvertible {
    /// The line of the failure text.
    var description: String
    /// The path of the file; nil when the program does not tell the line.
    var filePath: String?
    /// The line in that file.
    var line: Int?
    /// The function of the tests or of the program, if it has a readable name.
    var function: String?
    /// How many threads or tasks stood alike.
    var count: Int
  }

  /// Where the threads and the suspended tasks of the process stood when the time of a wait of 20 ms or more ran out.
  ///
  /// Linux on x86_64 tells it, unless the environment variable `EXPECTATIONS_STACKS` is `0`. Elsewhere, there are none.
  ///
  /// A report from `outcome(of:timeout:)` has none, either. The text of the failure shows the nearest of them. It may
  /// take some hundred milliseconds to read the names and the lines, which happens at the first access.
  var standings: [Standing] { inspected?.reported ?? [] }

  /// The lines about them in the text of the failure.
  var standingLines: [String] {
    let files = [callSite.filePath] + expectations.map(\.createdAt.filePath)
    return inspected?.lines(files: files) ?? []
  }
}

extension WaitReport {
  /// What the library observed for an expectation of a notification, including near misses.
  ///
  /// ```swift
  /// let report = await outcome(of: saved, timeout: .seconds(5))
  /// #expect(report.expectations[0].notification?.withoutObjectCount == 0)
  /// ```
  ///
  /// Near misses count while the expectation is incomplete. An expectation that needs no fulfillment has none.
  struct ObservedNotification: Sendable, Equatable, Encodable {
    /// A group of notifications with the same object type or the same name.
    struct Postings: Sendable, Equatable, Encodable {
      /// What the notifications share: the type of their object, or their name.
      var subject: String
      /// The number of notifications.
      var count: Int
    }

    /// The name of the expected notification.
    var name: String
    /// Whether the expectation observed `NotificationCenter.default`.
    var isOnDefaultCenter: Bool
    /// The type of the object that had to post the notification; nil when any object could.
    var objectType: String?
    /// Whether that object has been released, so that nothing can post the notification for it.
    var isObjectGone: Bool = false
    /// How many notifications had no object, although the expectation required one.
    var withoutObjectCount: Int = 0
    /// The notifications from other objects, grouped by type of object; the first four types.
    var otherObjects: [Postings] = []
    /// How many notifications came from objects of further types.
    var furtherObjectCount: Int = 0
    /// How many notifications `where:` rejected.
    var rejectedCount: Int = 0

    /// Whether there were near misses.
    var hasNearMisses: Bool {
      withoutObjectCount + furtherObjectCount + rejectedCount > 0 || !otherObjects.isEmpty
    }
  }
}
