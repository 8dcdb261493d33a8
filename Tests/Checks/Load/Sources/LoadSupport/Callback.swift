import Dispatch
import Foundation

/// A way in which work calls back. The work takes some tens of milliseconds of running time.
public enum Callback: String, CaseIterable, Sendable {
  case task, detachedTask, nestedTasks, taskGroup, actor, mainActor
  case globalQueue, serialQueue, mainQueue, laterOnAQueue, laterOnTheMainQueue, thread

  /// Starts the work, which calls `done` once.
  public func start(_ done: @escaping @Sendable () -> Void) {
    let delay = Delays.next
    switch self {
    case .task: Self.inTask(delay, done)
    case .detachedTask: Task.detached(priority: .medium) { await Self.sleep(delay, then: done) }
    case .nestedTasks: Task { await Task { await Task { await Self.sleep(delay, then: done) }.value }.value }
    case .taskGroup: Self.inTaskGroup(delay, done)
    case .actor: Self.onActor(delay, done)
    case .mainActor: Task { @MainActor in await Self.sleep(delay, then: done) }
    case .globalQueue: DispatchQueue.global().async(execute: done)
    case .serialQueue: DispatchQueue(label: "work").async(execute: done)
    case .mainQueue: DispatchQueue.main.async(execute: done)
    case .laterOnAQueue: DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(delay), execute: done)
    case .laterOnTheMainQueue: DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(delay), execute: done)
    case .thread: Thread { done() }.start()
    }
  }

  private static func inTask(_ delay: Int, _ done: @escaping @Sendable () -> Void) {
    Task { await sleep(delay, then: done) }
  }

  private static func inTaskGroup(_ delay: Int, _ done: @escaping @Sendable () -> Void) {
    Task {
      await withTaskGroup(of: Void.self) { group in
        for part in 1...4 {
          group.addTask { await sleep(delay / part) {} }
        }
      }
      done()
    }
  }

  private static func onActor(_ delay: Int, _ done: @escaping @Sendable () -> Void) {
    Task {
      let countdown = Countdown(from: 3)
      while await countdown.step() { await sleep(delay / 3) {} }
      done()
    }
  }

  static func sleep(_ milliseconds: Int, then body: @Sendable () -> Void) async {
    try? await Task.sleep(for: .milliseconds(milliseconds))
    body()
  }
}

private actor Countdown {
  private var count: Int

  init(from count: Int) {
    self.count = count
  }

  /// Returns whether there is another step.
  func step() -> Bool {
    count -= 1
    return count > 0
  }
}

/// The length of the work, in milliseconds. It differs each time, so that waits end at different times.
enum Delays {
  private static let lock = NSLock()
  // Unsafe, but accessed only while the lock is held.
  nonisolated(unsafe) private static var count = 0

  static var next: Int {
    lock.withLock {
      count += 1
      return 1 + count * 7 % 40
    }
  }
}
