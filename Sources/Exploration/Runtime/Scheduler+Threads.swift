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

  /// The run that the calling code belongs to; nil if it is not explored. An actor may run tasks of other tests on a
  /// thread that explores.
  static var runOfCaller: Run? { ofThread?.currentRun.flatMap { $0.isInForeignTask ? nil : $0 } }

  /// Takes a job that the runtime sends to the global executor, if it belongs to an exploration. Any thread may call
  /// it.
  static func takes(_ job: UnownedJob) -> Bool {
    if let own = ofThread { return own.currentRun?.takes(job, .global) ?? false }
    guard activeCount.load(ordering: .acquiring) > 0 else { return false }
    return active.withLock { $0 }.contains { $0.outside.add(ReadyJob(job, .global, $0.jobs)) }
  }

  /// Takes a job of the main actor of this scheduler, if it belongs to its run. Any thread may call it.
  func takesOfMain(_ job: UnownedJob) -> Bool {
    if Self.ofThread === self { return currentRun?.takes(job, .main) ?? false }
    return outside.add(ReadyJob(job, .main, jobs))
  }

  /// Runs `body` with a scheduler for the calling thread; with nil when the thread already explores, or none can.
  static func withScheduler<Result>(_ body: (Scheduler?) -> Result) -> Result {
    guard ofThread == nil, let slot, let jobs = Controls.current.jobs else { return body(nil) }
    // Schedulers are kept, because tasks that are left over may still use their executors.
    let scheduler = free.withLock { $0.popLast() } ?? Scheduler(jobs)
    scheduler.begin()
    slot.word = Unmanaged.passUnretained(scheduler).toOpaque()
    active.withLock { $0.append(scheduler) }
    activeCount.add(1, ordering: .releasing)
    defer {
      slot.word = nil
      // One that was abandoned may have left something behind.
      if scheduler.leave() { free.withLock { $0.append(scheduler) } }
    }
    return body(scheduler)
  }

  /// Ends the exploration. Returns false if it has ended before.
  private func leave() -> Bool {
    Self.active.withLock { active in
      guard let index = active.firstIndex(where: { $0 === self }) else { return false }
      active.remove(at: index)
      Self.activeCount.subtract(1, ordering: .releasing)
      if active.isEmpty { GlobalEnqueueHook.remove() }
      return true
    }
  }

  /// Ends the exploration, whose thread is blocked, from another thread. The blocked thread goes when it returns.
  func abandon() {
    watchdog.giveUp()
    guard leave() else { return }
    mainHold.release()
    letArrivalsGo()
  }

  /// Lets the tasks that came from outside, and that no run has taken, go on where they would without an exploration.
  func letArrivalsGo() {
    for arrival in outside.end() {
      let job = arrival.job.job
      if arrival.job.route == .main { MainActor.shared.enqueue(job) } else { globalConcurrentExecutor.enqueue(job) }
    }
  }

  /// Lets the main thread do its own work for a moment, as if nothing was explored there.
  ///
  /// A task that waits for the main queue would otherwise wait for the exploration, which waits for it.
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
