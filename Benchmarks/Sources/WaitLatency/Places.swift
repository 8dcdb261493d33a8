import Dispatch
import Foundation

/// The monotonic clock, in nanoseconds.
enum Clock {
  static func now() -> UInt64 { DispatchTime.now().uptimeNanoseconds }

  /// Microseconds from `start` until now.
  static func microseconds(since start: UInt64) -> Double { Double(now() - start) / 1000 }
}

/// Runs work in the place that a scenario asks for. The caller is the main thread, whose run loop keeps running, as in
/// every process that runs tests.
enum Places {
  /// Runs the work on a thread of its own.
  static func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
    besideMain { end in Thread { end(body()) }.start() }
  }

  /// Runs the work in a detached task, on the concurrency pool.
  static func inTask<Result: Sendable>(_ body: @escaping @Sendable () async -> Result) -> Result {
    besideMain { end in Task.detached { end(await body()) } }
  }

  private static func besideMain<Result: Sendable>(_ begin: (@escaping @Sendable (Result) -> Void) -> Void) -> Result {
    // Accessed only on the main thread.
    nonisolated(unsafe) var result: Result?
    // A run loop without any source would spin.
    let timer = Timer.scheduledTimer(withTimeInterval: 1e9, repeats: true) { _ in }
    defer { timer.invalidate() }
    begin { value in DispatchQueue.main.async { result = value } }
    while result == nil { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
    return result!
  }

  /// On the main thread: runs everything that is pending on the main queue and the main run loop.
  ///
  /// An unused wake-up would stay there and slow down the next wait on the main thread.
  static func drainMain() {
    let isDrained = Flag()
    RunLoop.main.perform { DispatchQueue.main.async { isDrained.set() } }
    while !isDrained.isSet { _ = RunLoop.main.run(mode: .default, before: .distantPast) }
  }
}

/// A flag that several threads can access.
final class Flag: @unchecked Sendable {
  // Sendable because `value` is accessed only while `lock` is held.
  private let lock = NSLock()
  private var value = false

  var isSet: Bool { lock.withLock { value } }

  func set() {
    lock.withLock { value = true }
  }
}

/// A thread that fulfills the peers it is given, each after a delay.
final class Fulfiller: @unchecked Sendable {
  // Sendable because `peer` is written before the semaphore is raised and read afterward, and because `fulfilledAt` is
  // written before the peer is fulfilled and read after the wait has returned.
  private let hasPeer = DispatchSemaphore(value: 0)
  private var peer: (any Peer)?
  private(set) var fulfilledAt: UInt64 = 0

  /// Starts the thread, which ends after a number of fulfillments. Each has a random delay in this range.
  init(times: Int, seconds: ClosedRange<Double>) {
    Thread { [self] in
      for _ in 0..<times {
        let delay = Double.random(in: seconds)
        hasPeer.wait()
        let peer = peer!
        if delay > 0 { Thread.sleep(forTimeInterval: delay) }
        fulfilledAt = Clock.now()
        peer.fulfill()
      }
    }.start()
  }

  /// Begins the next round trip.
  func fulfillLater(_ peer: any Peer) {
    self.peer = peer
    hasPeer.signal()
  }
}
