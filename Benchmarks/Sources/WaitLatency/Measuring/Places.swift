import Dispatch
import Foundation

/// Runs work in the place that a scenario asks for. The caller is the main thread, whose run loop keeps running, as in
/// every process that runs tests.
enum Places {
  /// Runs the work on a thread of its own.
  static func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
    besideMain { box in Thread { box.fill(body()) }.start() }
  }

  /// Runs the work in a detached task, on the concurrency pool.
  static func inTask<Result: Sendable>(_ body: @escaping @Sendable () async -> Result) -> Result {
    besideMain { box in Task.detached { box.fill(await body()) } }
  }

  private static func besideMain<Result: Sendable>(_ begin: (MainBox<Result>) -> Void) -> Result {
    let box = MainBox<Result>()
    // A run loop without any source would spin.
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
  /// On the main thread: runs everything that is pending on the main queue and the main run loop.
  ///
  /// An unused wake-up would stay there and slow down the next wait on the main thread.
  static func drainMain() {
    let isDrained = Flag()
    RunLoop.main.perform { DispatchQueue.main.async { isDrained.set() } }
    while !isDrained.isSet { _ = RunLoop.main.run(mode: .default, before: .distantPast) }
  }
}

/// Carries one result to the main thread.
private final class MainBox<Result: Sendable>: @unchecked Sendable {
  // Sendable because `result` is accessed only on the main queue.
  private(set) var result: Result?

  func fill(_ result: Result) {
    DispatchQueue.main.async { self.result = result }
  }
}

/// Carries one result from one thread to another.
final class ResultBox<Result: Sendable>: @unchecked Sendable {
  // Sendable because `result` is written before the semaphore is raised, and read afterward.
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

  /// Calls `meanwhile` about every half millisecond until there is a result.
  func take(meanwhile: () -> Void) -> Result {
    while isFull.wait(timeout: .now() + .microseconds(500)) == .timedOut { meanwhile() }
    return result!
  }
}
