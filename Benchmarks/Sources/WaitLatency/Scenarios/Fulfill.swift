import Dispatch
import Foundation
import Testing

/// The cost of one `fulfill()`, in batches of a thousand.
enum FulfillScenarios {
  static let calls = 1000
  private static let threads = 4

  static func uncontended(_ plan: Plan) -> Scenario {
    Scenario(
      name: "fulfill/uncontended", about: "one fulfill(), by batches of 1,000 of the same expectation",
      unit: .nanoseconds, plan: plan,
      candidates: [
        .each(Candidate.ours) { oneThread(OurRepeatedPeer.self) },
        .each(ownName) { oneEach(OurRepeatedPeer.self) },
        .each(PeerName.xctestExpectation) { oneThread(XCTestRepeatedPeer.self) },
        .each(PeerName.semaphore) { oneThread(SemaphoreRepeatedPeer.self) },
        .each(PeerName.conditionVariable) { oneThread(ConditionVariablePeer.self) },
        .each(PeerName.conditionLock) { oneThread(ConditionLockPeer.self) },
        .each(PeerName.confirmation) { Places.inTask { await confirmed() } },
        .unable(PeerName.continuation, "can be resumed only once"),
      ])
  }

  static func awaited(_ plan: Plan) -> Scenario {
    Scenario(
      name: "fulfill/awaited", about: "one fulfill(), by batches of 1,000, while a thread waits for one more",
      unit: .nanoseconds, plan: plan,
      candidates: [
        .each(Candidate.ours) { besideAWait(OurAwaitedPeer.self) },
        .each(PeerName.xctestExpectation) { besideAWait(XCTestAwaitedPeer.self) },
      ])
  }

  static func contended(_ plan: Plan) -> Scenario {
    Scenario(
      name: "fulfill/contended", about: "one fulfill() while 4 threads make 1,000 each: time of all over number of all",
      unit: .nanoseconds, plan: plan,
      candidates: [
        .each(Candidate.ours) { manyThreads(OurRepeatedPeer.self) },
        .each(PeerName.xctestExpectation) { manyThreads(XCTestRepeatedPeer.self) },
        .each(PeerName.semaphore) { manyThreads(SemaphoreRepeatedPeer.self) },
        .each(PeerName.conditionVariable) { manyThreads(ConditionVariablePeer.self) },
        .each(PeerName.conditionLock) { manyThreads(ConditionLockPeer.self) },
        .unable(PeerName.continuation, "can be resumed only once"),
      ])
  }

  private static let ownName = "\(Candidate.ours), first"

  private static func oneThread<P: RepeatedPeer>(_ type: P.Type) -> Double {
    let peer = P()
    let start = Clock.now()
    for _ in 0..<calls { peer.fulfill() }
    let nanoseconds = Clock.now() - start
    peer.close()
    return Double(nanoseconds) / Double(calls)
  }

  /// The first fulfillment of each of a thousand expectations: it allocates the memory for its record.
  private static func oneEach<P: RepeatedPeer>(_ type: P.Type) -> Double {
    let peers = (0..<calls).map { _ in P() }
    let start = Clock.now()
    for peer in peers { peer.fulfill() }
    let nanoseconds = Clock.now() - start
    for peer in peers { peer.close() }
    return Double(nanoseconds) / Double(calls)
  }

  private static func besideAWait<P: AwaitedPeer>(_ type: P.Type) -> Double {
    let peer = P(count: calls + 1)
    let (begins, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    Thread {
      begins.signal()
      peer.wait()
      ended.signal()
    }.start()
    begins.wait()
    // Long enough to be in the wait.
    usleep(2000)
    let start = Clock.now()
    for _ in 0..<calls { peer.fulfill() }
    let nanoseconds = Clock.now() - start
    peer.fulfill()
    ended.wait()
    return Double(nanoseconds) / Double(calls)
  }

  private static func confirmed() async -> Double {
    await Testing.confirmation(expectedCount: 1...) { confirm in
      let start = Clock.now()
      for _ in 0..<calls { confirm() }
      return Double(Clock.now() - start) / Double(calls)
    }
  }

  private static func manyThreads<P: RepeatedPeer>(_ type: P.Type) -> Double {
    let peer = P()
    let ready = DispatchSemaphore(value: 0)
    let go = DispatchSemaphore(value: 0)
    let boxes = (0..<threads).map { _ in ResultBox<ClosedRange<UInt64>>() }
    for box in boxes {
      let thread = Thread {
        ready.signal()
        go.wait()
        let start = Clock.now()
        for _ in 0..<calls { peer.fulfill() }
        box.fill(start...Clock.now())
      }
      thread.start()
    }
    for _ in boxes { ready.wait() }
    for _ in boxes { go.signal() }
    let times = boxes.map { $0.take() }
    peer.close()
    let first = times.map(\.lowerBound).min() ?? 0
    let last = times.map(\.upperBound).max() ?? 0
    return Double(last - first) / Double(calls * threads)
  }
}
