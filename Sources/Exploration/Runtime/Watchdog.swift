import Dispatch
import Expectations
import Synchronization

/// Finds a step that takes very long: its code blocks the thread, and the exploration can only wait for it.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class Watchdog: Sendable {
  /// It changes with each step, and stands still while one runs.
  private let steps = Atomic<Int>(0)
  private let schedules = Atomic<Int>(0)
  private let isWaiting = Atomic<Bool>(false)
  private let isOver = Atomic<Bool>(false)
  /// How often a step must be seen within the limit. A process that was stopped as a whole is seen once.
  private static let looks = 5
  private let queue = DispatchQueue(label: "exploration.watchdog", qos: .userInitiated)

  /// How long a step may take, in nanoseconds. Tests of explorations set a shorter time.
  @TaskLocal static var stepLimit = 5_000_000_000

  func noteSchedule() { schedules.add(1, ordering: .relaxed) }
  // Releasing: who finds that a step stands still may read what the exploring thread wrote before it.
  func noteStep() { steps.add(1, ordering: .releasing) }

  /// Waits for work from outside or the main actor, or does work of the exploration, which is no step.
  func whileWaiting<Result>(_ body: () -> Result) -> Result {
    isWaiting.store(true, ordering: .relaxed)
    defer {
      noteStep()
      isWaiting.store(false, ordering: .releasing)
    }
    return body()
  }

  var stepsSoFar: Int { steps.load(ordering: .acquiring) }
  var schedulesSoFar: Int { schedules.load(ordering: .relaxed) }

  /// Whether the exploration goes on without this thread. The thread of a step that blocks ends when the step returns.
  var hasGivenUp: Bool { isOver.load(ordering: .relaxed) }
  func giveUp() { isOver.store(true, ordering: .relaxed) }

  /// Watches while `body` runs, and calls `whenBlocked` once, on another thread, when a step takes longer than the
  /// limit. It has returned when this function does, also if the step returned meanwhile.
  func watch<Result>(
    limit: Int = stepLimit, whenBlocked: @escaping @Sendable () -> Void, _ body: () -> Result
  ) -> Result {
    schedules.store(0, ordering: .relaxed)
    let timer = DispatchSource.makeTimerSource(queue: queue)
    let seen = Locked((step: -1, times: 0))
    timer.setEventHandler {
      let now = self.isWaiting.load(ordering: .acquiring) ? -1 : self.stepsSoFar
      let times = seen.withLock { seen in
        seen = now >= 0 && now == seen.step ? (now, seen.times + 1) : (now, 0)
        return seen.times
      }
      guard times == Self.looks else { return }
      timer.cancel()
      if !Debugger.isAttached { whenBlocked() }
    }
    let pause = DispatchTimeInterval.nanoseconds(limit / Self.looks)
    timer.schedule(deadline: .now() + pause, repeating: pause)
    timer.activate()
    defer {
      // The last step has ended.
      noteStep()
      timer.cancel()
      // The next exploration may have the same scheduler, and must not be the one that `whenBlocked` ends.
      queue.sync {}
    }
    return body()
  }
}
