/// What blocking waits of this library hold up themselves, as far as they know: only they are counted.
enum Blockage {
  /// How many threads of the concurrency pool stand in blocking waits.
  static let pool = Count()
  /// How many threads stand in blocking waits that keep the main queue from running.
  static let mainQueue = Count()

  /// How many threads the concurrency pool has.
  static var poolSize: Int { ProcessorCount.usable }

  /// The queues of which nothing can run before such a wait ends.
  static var queues: QueueSet {
    // Linux: the pool and the global queues have their threads in common, and for a second Dispatch starts no others.
    let ofPool: QueueSet = pool.value >= poolSize ? [.pool, .global] : []
    return mainQueue.value > 0 ? ofPool.union(.main) : ofPool
  }

  /// A blocking wait begins to sleep.
  static func enter(_ context: CallingContext) { count(context)?.enter() }
  static func leave(_ context: CallingContext) { count(context)?.leave() }

  /// Runs a part of a wait that may take long where its caller runs: the look at a condition.
  static func during<Result>(_ work: () -> Result, on context: CallingContext) -> Result {
    // Between two looks, the run loop of the main thread serves its queue.
    let count = MainThread.isCurrent ? mainQueue : count(context)
    count?.enter()
    defer { count?.leave() }
    return work()
  }

  private static func count(_ context: CallingContext) -> Count? {
    switch context {
    // A task of an executor with threads of its own holds none of the pool.
    case .task: ThreadLabel.current == .background ? nil : pool
    case .mainQueueJob: mainQueue
    // What a queue runs in `sync` holds the thread of its caller. Outside a task, a wait on the main thread serves the
    // run loop there, too.
    case .queue: RunningTask.exists ? (MainThread.isCurrent ? mainQueue : pool) : nil
    case .mainThread, .thread, .suspended: nil
    }
  }

  /// How many threads have entered. One that has entered before, as a condition does that waits in its turn, counts
  /// once.
  struct Count: Sendable {
    private let count = Locked(0)
    /// How often the thread has entered; nil when the process has no keys left.
    private let depth = ThreadSlot()

    var value: Int { count.withLock { $0 } }

    func enter() { if deepen(by: 1) == 1 { count.withLock { $0 += 1 } } }

    func leave() { if deepen(by: -1) == 0 { count.withLock { $0 -= 1 } } }

    private func deepen(by step: Int) -> Int {
      guard let depth else { return step == 1 ? 1 : 0 }
      let next = Int(bitPattern: depth.word) + step
      depth.word = UnsafeMutableRawPointer(bitPattern: next)
      return next
    }
  }
}
