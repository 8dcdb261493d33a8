/// Counts which threads and queues the blocking waits of this library block. It does not know what other code blocks.
/// What a wait blocks is a stall for all waits but those that block it: see ``OwnTime``.
enum Blockage {
  /// How many threads of the concurrency pool are in blocking waits.
  static let pool = Count()
  /// How many threads are in blocking waits that keep the main queue from running.
  static let mainQueue = Count()

  /// How many threads the concurrency pool has.
  ///
  /// If the process may not use all processors of the computer, Dispatch adds others while these sleep, until there is
  /// one for each processor.
  static var poolSize: Int { ProcessorCount.usable }

  /// The test whose own work is known to compute on all threads of the pool that no wait blocks.
  static let poolHolder = Locked<ObjectIdentifier?>(nil)

  /// The queues on which nothing can run until such a wait, or such work, ends.
  static var queues: QueueSet {
    // Assumption: on Linux, the pool and the global queues share threads, and Dispatch starts no others for a second.
    // Check: by `StallTests` and `Tests/Checks/Load/check`.
    // If false: the fair clock runs while the pool is blocked, or stands still for a global queue up to the stall
    // limit.
    // Remove when: Dispatch on Linux has threads of its own for the pool.
    let isPoolBlocked = pool.value >= poolSize || poolHolder.withLock { $0 } != nil
    let ofPool: QueueSet = isPoolBlocked ? [.pool, .global] : []
    return mainQueue.value > 0 ? ofPool.union(.main) : ofPool
  }

  /// Counts a blocking wait that begins to sleep.
  static func enter(_ context: CallingContext) { count(context)?.enter() }
  static func leave(_ context: CallingContext) { count(context)?.leave() }

  /// Runs and counts a part of a wait that may take long on the caller's thread: the evaluation of a condition.
  static func during<Result>(_ work: () -> Result, on context: CallingContext) -> Result {
    // Between two evaluations, the run loop of the main thread services the main queue.
    let count = MainThread.isCurrent ? mainQueue : count(context)
    count?.enter()
    defer { count?.leave() }
    return work()
  }

  /// Counts the calling thread no longer: an exception has ended what it did.
  static func forgetThread() {
    pool.forgetThread()
    mainQueue.forgetThread()
  }

  private static func count(_ context: CallingContext) -> Count? {
    switch context {
    // A task of an executor with threads of its own does not hold a thread of the pool.
    case .task: ThreadLabel.current == .background ? nil : pool
    case .mainQueueJob: mainQueue
    // A block in `sync` holds the thread of its caller. Outside a task, a wait on the main thread services the run loop
    // there, too.
    case .queue: RunningTask.exists ? (MainThread.isCurrent ? mainQueue : pool) : nil
    case .mainThread, .thread, .suspended, .suspendedOnActor, .suspendedOnMainActor: nil
    }
  }

  /// The queue whose thread a wait in this context occupies: ``QueueSet/main``, ``QueueSet/pool`` or none.
  static func queue(occupiedIn context: CallingContext) -> QueueSet {
    switch context {
    case .mainThread, .mainQueueJob: .main
    case .task, .queue: MainThread.isCurrent ? .main : count(context) == nil ? [] : .pool
    case .thread, .suspended, .suspendedOnActor, .suspendedOnMainActor: []
    }
  }

  /// Counts the threads that have entered. A thread that enters again, because its condition waits in turn, counts
  /// once.
  struct Count: Sendable {
    private let count = Locked(0)
    /// How often each thread has entered; nil when the process has no thread-specific keys left.
    private let depth = ThreadSlot()

    var value: Int { count.withLock { $0 } }

    func enter() { if deepen(by: 1) == 1 { count.withLock { $0 += 1 } } }

    func leave() { if deepen(by: -1) == 0 { count.withLock { $0 -= 1 } } }

    /// Whether the calling thread has entered.
    var isEntered: Bool { depth?.word != nil }

    func forgetThread() {
      guard isEntered else { return }
      depth?.word = nil
      count.withLock { $0 -= 1 }
    }

    private func deepen(by step: Int) -> Int {
      guard let depth else { return step == 1 ? 1 : 0 }
      let next = Int(bitPattern: depth.word) + step
      depth.word = UnsafeMutableRawPointer(bitPattern: next)
      return next
    }
  }
}
