import Dispatch
import Foundation

/// Runs a piece of work where a scenario wants it, from the main thread, whose run loop goes on meanwhile: as in every
/// process that runs tests.
enum Places {
  /// On a thread of its own.
  static func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
    besideMain { box in Thread { box.fill(body()) }.start() }
  }

  /// In a detached task, on the concurrency pool.
  static func inTask<Result: Sendable>(_ body: @escaping @Sendable () async -> Result) -> Result {
    besideMain { box in Task.detached { box.fill(await body()) } }
  }

  private static func besideMain<Result: Sendable>(_ begin: (MainBox<Result>) -> Void) -> Result {
    let box = MainBox<Result>()
    // A run loop with nothing to wait for would spin.
    let timer = Timer.scheduledTimer(withTimeInterval: 1e9, repeats: true) { _ in }
    defer { timer.invalidate() }
    begin(box)
    while true {
      if let result = box.result { return result }
      _ = RunLoop.main.run(mode: .default, before: .distantFuture)
    }
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

/// Carries one result to the main thread.
private final class MainBox<Result: Sendable>: @unchecked Sendable {
  // Sendable: `result` is touched on the main queue only.
  private(set) var result: Result?

  func fill(_ result: Result) {
    DispatchQueue.main.async { self.result = result }
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
