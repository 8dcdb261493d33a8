import Dispatch
import Foundation

/// What fulfills the peers of single waits, and takes the times.
protocol RoundTrip: Sendable {
  /// Sees to it that the peer is fulfilled, right before the wait. Returns the time at which the sample begins.
  func begin(_ peer: any Peer) -> UInt64
  /// Returns the sample, right after the wait.
  func sample(since start: UInt64) -> Double
}

extension RoundTrip {
  func sample(since start: UInt64) -> Double { Clock.microseconds(since: start) }
}

/// The time from right before `fulfill()` until right after the wait has returned.
struct Resume: RoundTrip {
  let fulfiller: Fulfiller

  func begin(_ peer: any Peer) -> UInt64 {
    fulfiller.fulfillLater(peer)
    return 0
  }

  func sample(since start: UInt64) -> Double { Clock.microseconds(since: fulfiller.fulfilledAt) }
}

/// The time from right before a callback is sent to a queue, right before the wait, until after the wait.
struct Immediate: RoundTrip {
  private let queue = DispatchQueue(label: "callbacks")

  func begin(_ peer: any Peer) -> UInt64 {
    let start = Clock.now()
    queue.async { peer.fulfill() }
    return start
  }
}

/// The peer has been fulfilled before.
struct AlreadyFulfilled: RoundTrip {
  func begin(_ peer: any Peer) -> UInt64 {
    peer.fulfill()
    return Clock.now()
  }
}

/// The fulfillment and the wait begin at about the same time. A lost wake-up shows as a wait that takes long.
struct Race: RoundTrip {
  let fulfiller: Fulfiller

  func begin(_ peer: any Peer) -> UInt64 {
    // The other thread needs some time to wake up. With a head start in this range, it arrives before, during, or after
    // the beginning of the wait.
    let headStart = UInt64.random(in: 0...60_000)
    let start = Clock.now()
    fulfiller.fulfillLater(peer)
    let end = Clock.now() + headStart
    while Clock.now() < end {}
    return start
  }
}

/// The CPU time of the whole process, in milliseconds per second of a wait.
struct Idle: RoundTrip {
  let fulfiller: Fulfiller
  let seconds: Double

  /// Returns the CPU time of all threads so far, in microseconds.
  func begin(_ peer: any Peer) -> UInt64 {
    let start = UInt64(clock())
    fulfiller.fulfillLater(peer)
    return start
  }

  func sample(since start: UInt64) -> Double { Double(UInt64(clock()) - start) / 1000 / seconds }
}
