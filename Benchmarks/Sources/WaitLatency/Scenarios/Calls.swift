import Dispatch
import Expectations
import Foundation
import Testing
import XCTest

/// The cost of one `fulfill()` and of one expectation, in batches of a thousand.
enum Calls {
  private static let calls = 1000
  private static let threads = 4
  private static let xctestExpectation = "XCTestExpectation"

  static func uncontended(_ plan: Scenario.Plan) -> Scenario {
    Scenario(
      name: "fulfill/uncontended", about: "one fulfill(), by batches of 1,000", unit: "ns", plan: plan,
      candidates: [
        .each(Candidate.ours) { oneThread(OurRepeatedPeer.self) },
        .each(xctestExpectation) { oneThread(XCTestPeer.self) },
        .each(SemaphorePeer.name) { oneThread(SemaphorePeer.self) },
        .each(ConditionVariablePeer.name) { oneThread(ConditionVariablePeer.self) },
        .each(ConditionLockPeer.name) { oneThread(ConditionLockPeer.self) },
        .each("confirmation") { Places.inTask { await confirmed() } },
      ])
  }

  static func awaited(_ plan: Scenario.Plan) -> Scenario {
    Scenario(
      name: "fulfill/awaited", about: "one fulfill(), by batches of 1,000, while a thread waits for one more",
      unit: "ns", plan: plan,
      candidates: [
        .each(Candidate.ours) { besideAWait { OurPeer(count: $0) } },
        .each(xctestExpectation) { besideAWait { XCTestPeer(count: $0) } },
      ])
  }

  static func contended(_ plan: Scenario.Plan) -> Scenario {
    Scenario(
      name: "fulfill/contended", about: "one fulfill() while 4 threads make 1,000 each: time of all over number of all",
      unit: "ns", plan: plan,
      candidates: [
        .each(Candidate.ours) { manyThreads(OurRepeatedPeer.self) },
        .each(xctestExpectation) { manyThreads(XCTestPeer.self) },
        .each(SemaphorePeer.name) { manyThreads(SemaphorePeer.self) },
        .each(ConditionVariablePeer.name) { manyThreads(ConditionVariablePeer.self) },
        .each(ConditionLockPeer.name) { manyThreads(ConditionLockPeer.self) },
      ])
  }

  static func create(_ plan: Scenario.Plan) -> Scenario {
    Scenario(
      name: "create", about: "making one expectation, by batches of 1,000", unit: "ns", plan: plan,
      candidates: [
        // Reads the counts, so that the library does not report missing waits.
        .each(Candidate.ours) { create({ _ = $0.fulfillmentCount }) { Expectation("created") } },
        .each(xctestExpectation) { create { XCTestExpectation(description: "created") } },
        .each(SemaphorePeer.name) { create { DispatchSemaphore(value: 0) } },
        .each(ConditionVariablePeer.name) { create { ConditionVariablePeer() } },
        .each(ConditionLockPeer.name) { create { NSConditionLock(condition: 0) } },
      ])
  }

  private static func oneThread<P: Peer>(_ type: P.Type) -> Double {
    let peer = P()
    let start = Clock.now()
    for _ in 0..<calls { peer.fulfill() }
    return withExtendedLifetime(peer) { Double(Clock.now() - start) / Double(calls) }
  }

  private static func besideAWait<P: BlockingPeer>(_ make: (Int) -> P) -> Double {
    let peer = make(calls + 1)
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

  private static func manyThreads<P: Peer>(_ type: P.Type) -> Double {
    let peer = P()
    let (ready, go, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let lock = NSLock()
    // Accessed only while `lock` is held, and after the threads have ended.
    nonisolated(unsafe) var times: [UInt64] = []
    for _ in 0..<threads {
      Thread {
        ready.signal()
        go.wait()
        let start = Clock.now()
        for _ in 0..<calls { peer.fulfill() }
        let end = Clock.now()
        lock.withLock { times += [start, end] }
        ended.signal()
      }.start()
    }
    for _ in 0..<threads { ready.wait() }
    for _ in 0..<threads { go.signal() }
    for _ in 0..<threads { ended.wait() }
    return Double(times.max()! - times.min()!) / Double(calls * threads)
  }

  private static func create<T: AnyObject>(_ close: (T) -> Void = { _ in }, _ make: () -> T) -> Double {
    var all: [T] = []
    all.reserveCapacity(calls)
    let start = Clock.now()
    for _ in 0..<calls { all.append(make()) }
    defer { all.forEach(close) }
    return Double(Clock.now() - start) / Double(calls)
  }
}
