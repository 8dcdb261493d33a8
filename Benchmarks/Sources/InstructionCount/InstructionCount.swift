import Dispatch
import Expectations
import Foundation

/// Repeats one operation, so that `Benchmarks/instructions` can count what it costs.
@main enum InstructionCount {
  private static let queue = DispatchQueue(label: "fulfilling")

  /// What a test does, with this library and without it.
  private static let operations: [String: @Sendable () -> Void] = [
    "wait": {
      let done = Expectation("done")
      later { done.fulfill() }
      done.wait(timeout: .seconds(60))
    },
    "semaphore": {
      let done = DispatchSemaphore(value: 0)
      later { done.signal() }
      done.wait()
    },
    "already-fulfilled": {
      let done = Expectation("done")
      done.fulfill()
      done.wait(timeout: .seconds(60))
    },
    "fulfill-100-times": {
      let done = Expectation("done", count: 100)
      for _ in 0..<100 { done.fulfill() }
      done.wait(timeout: .seconds(60))
    },
  ]

  /// Calls `end` as soon as the calling thread sleeps.
  private static func later(_ end: @escaping @Sendable () -> Void) {
    queue.async {
      usleep(2000)
      end()
    }
  }

  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let operation = operations[arguments[1]], let times = Int(arguments[2]) else {
      fatalError("usage: instructions <\(operations.keys.sorted().joined(separator: " | "))> <times>")
    }
    // On the main thread, a wait would run the run loop.
    let isOver = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      for _ in 0..<times { operation() }
      isOver.signal()
    }
    isOver.wait()
  }
}
