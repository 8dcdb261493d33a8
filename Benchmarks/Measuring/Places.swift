import Dispatch
import Foundation

/// Runs a piece of work where a scenario wants it, and parks the calling thread until it is over.
enum Places {
  /// On a thread of its own.
  static func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
    let box = ResultBox<Result>()
    Thread { box.fill(body()) }.start()
    return box.take()
  }

  /// In a detached task, on the concurrency pool.
  static func inTask<Result: Sendable>(_ body: @escaping @Sendable () async -> Result) -> Result {
    let box = ResultBox<Result>()
    Task.detached { box.fill(await body()) }
    return box.take()
  }

  /// From the main thread: in a detached task, while the main queue goes on.
  static func inTaskBesideMain<Result: Sendable>(_ body: @escaping @Sendable () async -> Result) -> Result {
    let box = ResultBox<Result>()
    let isOver = Flag()
    Task.detached {
      box.fill(await body())
      isOver.set()
    }
    // A run loop with nothing to wait for would spin.
    let timer = Timer.scheduledTimer(withTimeInterval: 3600, repeats: true) { _ in }
    defer { timer.invalidate() }
    while !isOver.isSet { _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01)) }
    return box.take()
  }
}

extension Places {
  /// On the main thread: lets everything run that waits for the main queue or the main run loop.
  ///
  /// A wake-up that nobody needed any more stays there, and the next wait on the main thread would pay for it.
  static func drainMain() {
    let isDrained = Flag()
    RunLoop.main.perform { DispatchQueue.main.async { isDrained.set() } }
    while !isDrained.isSet { _ = RunLoop.main.run(mode: .default, before: .distantPast) }
  }
}

/// Carries one result from one thread to another.
final class ResultBox<Result: Sendable>: @unchecked Sendable {
  // Sendable: `result` is written before the semaphore is raised, and read after.
  private let isFull = DispatchSemaphore(value: 0)
  private var result: Result?

  func fill(_ result: Result) {
    self.result = result
    isFull.signal()
  }

  func take() -> Result {
    isFull.wait()
    return result!
  }

  /// Does `meanwhile` about every half millisecond until there is a result.
  func take(meanwhile: () -> Void) -> Result {
    while isFull.wait(timeout: .now() + .microseconds(500)) == .timedOut { meanwhile() }
    return result!
  }
}
