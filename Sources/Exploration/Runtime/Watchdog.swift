import Dispatch
import Foundation
import Synchronization

/// Tells when one step takes very long: its code blocks the thread, and the exploration can only wait for it.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class Watchdog: Sendable {
  /// How many steps have run. It changes with each of them, and stands still while one runs.
  private let steps = Atomic<Int>(0)
  /// Whether the exploration waits for work from outside, which is no step.
  private let isWaiting = Atomic<Bool>(false)
  private let limit: Int
  private let tell: @Sendable (String) -> Void
  private static let queue = DispatchQueue(label: "Exploration.watchdog")

  /// Makes a watchdog that tells once in an exploration, when a step has taken `limit` nanoseconds.
  init(limit: Int = 5_000_000_000, tell: @escaping @Sendable (String) -> Void = Watchdog.printLine) {
    self.limit = limit
    self.tell = tell
  }

  func noteStep() { steps.add(1, ordering: .relaxed) }
  func beginWaiting() { isWaiting.store(true, ordering: .relaxed) }
  func endWaiting() {
    isWaiting.store(false, ordering: .relaxed)
    noteStep()
  }

  /// Watches while `body` runs.
  func watch<Result>(_ place: String, _ body: () -> Result) -> Result {
    let timer = DispatchSource.makeTimerSource(queue: Self.queue)
    let last = Locked(-1)
    timer.setEventHandler {
      let now = self.isWaiting.load(ordering: .relaxed) ? -1 : self.steps.load(ordering: .relaxed)
      let stands = last.withLock { last in
        defer { last = now }
        return last == now && now >= 0
      }
      guard stands else { return }
      timer.cancel()
      self.tell(Self.text(place, self.limit))
    }
    // A step that took the whole time between two looks took at least the limit.
    timer.schedule(deadline: .now() + .nanoseconds(limit), repeating: .nanoseconds(limit))
    timer.activate()
    defer { timer.cancel() }
    return body()
  }

  private static func text(_ place: String, _ limit: Int) -> String {
    "Exploration: one step of \(place) has taken more than \(DurationText.text(nanoseconds: limit))."
      + " Its code computes, or blocks the thread on which all tasks of the body run: a semaphore or a lock, for example."
  }

  private static func printLine(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }
}
