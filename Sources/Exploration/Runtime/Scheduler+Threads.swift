import Expectations
import Foundation
import Synchronization

/// Which threads explore, and whose job is whose.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Scheduler {
  private static let slot = ThreadSlot()
  /// How many explorations there are. Other threads look here first, so that their jobs take no lock.
  private static let activeCount = Atomic<Int>(0)
  private static let active = Locked<[Scheduler]>([])
  private static let free = Locked<[Scheduler]>([])

  /// The scheduler that explores on the calling thread.
  static var ofThread: Scheduler? {
    slot?.word.map { Unmanaged<Scheduler>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Takes a job that the runtime sends to the global executor, if it belongs to an exploration. Any thread may call
  /// it.
  static func takes(_ job: UnownedJob, route: Route) -> Bool {
    if let own = ofThread { return own.accept(job, route) }
    guard activeCount.load(ordering: .acquiring) > 0 else { return false }
    return active.withLock { $0 }.contains { $0.acceptFromOutside(job, route) }
  }

  /// Takes a job that the runtime sends to an executor of this scheduler. Any thread may call it.
  func takes(_ job: UnownedJob, route: Route) -> Bool {
    Self.ofThread === self ? accept(job, route) : acceptFromOutside(job, route)
  }

  /// Runs `body` with a scheduler for the calling thread; with nil when the thread already explores.
  static func withScheduler<Result>(_ body: (Scheduler?) -> Result) -> Result {
    guard ofThread == nil, let slot else { return body(nil) }
    // Schedulers are kept, because tasks that are left over may still use their executors.
    let scheduler = free.withLock { $0.popLast() } ?? Scheduler()
    scheduler.controls = Controls.current
    scheduler.limits = RunLimits()
    scheduler.sleeps = SleepTable()
    slot.word = Unmanaged.passUnretained(scheduler).toOpaque()
    active.withLock { $0.append(scheduler) }
    activeCount.add(1, ordering: .releasing)
    defer {
      slot.word = nil
      activeCount.subtract(1, ordering: .releasing)
      active.withLock { active in active.removeAll { $0 === scheduler } }
      free.withLock { $0.append(scheduler) }
    }
    return body(scheduler)
  }

  /// Lets the main thread do its own work for a moment, as if nothing was explored there.
  ///
  /// What waits for the main queue would otherwise wait for the exploration, which waits for it.
  static func serveMainRunLoop() {
    let (word, time) = (slot?.word, ControlledTime.current)
    slot?.word = nil
    ControlledTime.setCurrent(nil)
    defer {
      slot?.word = word
      ControlledTime.setCurrent(time)
    }
    _ = RunLoop.main.run(mode: .default, before: Date())
  }
}
