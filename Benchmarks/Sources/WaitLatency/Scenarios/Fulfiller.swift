import Dispatch
import Foundation

/// A thread that fulfills the peers it is given, each after a delay.
final class Fulfiller<P: Peer>: @unchecked Sendable {
  // Sendable because `peer` is written before the semaphore is raised and read afterward, and because `fulfilledAt` is
  // written before the peer is fulfilled and read after the wait has returned.
  private let hasPeer = DispatchSemaphore(value: 0)
  private var peer: P?
  private(set) var fulfilledAt: UInt64 = 0

  /// Starts the thread, which ends after the last delay. The delays are in nanoseconds.
  init(delays: [UInt64]) {
    Thread { [self] in serve(delays) }.start()
  }

  /// Begins the next round trip.
  func fulfillLater(_ peer: P) {
    self.peer = peer
    hasPeer.signal()
  }

  private func serve(_ delays: [UInt64]) {
    for delay in delays {
      hasPeer.wait()
      let peer = peer!
      if delay > 0 { Thread.sleep(forTimeInterval: Double(delay) / 1e9) }
      fulfilledAt = Clock.now()
      peer.fulfill()
    }
  }
}
