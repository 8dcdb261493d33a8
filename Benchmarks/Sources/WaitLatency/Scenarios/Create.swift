import Dispatch
import Expectations
import Foundation
import XCTest

/// The cost of creating one object, in time and in memory.
enum CreateScenarios {
  private static let batch = 1000

  static func create(_ plan: Plan) -> Scenario {
    Scenario(
      name: "create", about: "making one expectation, by batches of 1,000", unit: .nanoseconds, plan: plan,
      candidates: [
        .each(Candidate.ours) { time(Expectation.close) { Expectation("created") } },
        .each(PeerName.xctestExpectation) { time { XCTestExpectation(description: "created") } },
        .each(PeerName.semaphore) { time { DispatchSemaphore(value: 0) } },
        .each(PeerName.conditionVariable) { time { ConditionVariablePeer() } },
        .each(PeerName.conditionLock) { time { NSConditionLock(condition: 0) } },
      ])
  }

  static func memory(_ plan: Plan, count: Int) -> Scenario {
    guard Heap.bytesInUse != nil else {
      return memory(plan, count, [.unable(Candidate.ours, "the allocator gives no figures on this platform")])
    }
    return memory(
      plan, count,
      [
        .each(Candidate.ours) { bytes(count, Expectation.close) { Expectation("created") } },
        .each(PeerName.xctestExpectation) { bytes(count) { XCTestExpectation(description: "created") } },
        .each(PeerName.semaphore) { bytes(count) { DispatchSemaphore(value: 0) } },
        .each(PeerName.conditionVariable) { bytes(count) { ConditionVariablePeer() } },
        .each(PeerName.conditionLock) { bytes(count) { NSConditionLock(condition: 0) } },
      ])
  }

  private static func memory(_ plan: Plan, _ count: Int, _ candidates: [Candidate]) -> Scenario {
    Scenario(
      name: "memory/expectation",
      about: "allocated for one expectation, by \(NumberText.grouped(count)) alive at a time",
      unit: .bytes, plan: plan, candidates: candidates)
  }

  private static func time<T: AnyObject>(_ close: (T) -> Void = { _ in }, _ make: () -> T) -> Double {
    var all: [T] = []
    all.reserveCapacity(batch)
    let start = Clock.now()
    for _ in 0..<batch { all.append(make()) }
    let nanoseconds = Clock.now() - start
    all.forEach(close)
    return Double(nanoseconds) / Double(batch)
  }

  private static func bytes<T: AnyObject>(
    _ count: Int, _ close: (T) -> Void = { _ in }, _ make: () -> T
  ) -> Double {
    var all: [T] = []
    all.reserveCapacity(count)
    let before = Heap.bytesInUse ?? 0
    for _ in 0..<count { all.append(make()) }
    let after = Heap.bytesInUse ?? 0
    all.forEach(close)
    return Double(after - before) / Double(count)
  }
}

extension Expectation where Value == Void {
  /// Reads the count, so that the library does not report a missing wait.
  fileprivate static func close(_ expectation: Expectation<Void>) {
    _ = expectation.fulfillmentCount
  }
}
