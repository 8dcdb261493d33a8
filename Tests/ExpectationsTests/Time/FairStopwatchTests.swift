// [documented] The documentation shows lines of this file, and `DocumentedCodeTests` compares them.
import Dispatch
import Foundation
import TestSupport
import Testing
import XCTest

import class Expectations.Expectation

@testable import Expectations

/// A stopwatch on fair time. Stalls are caused in processes of their own.
@Suite struct FairStopwatchTests {
  private struct Cache {
    func evict() async { await Task.yield() }
  }

  /// Alone in its process: of many stalls one after the other, a tenth of a second counts each time.
  @Test(.realTime, .ownThreads) func durationOfACall() async {
    await #expect(processExitsWith: .success) {
      let cache = Cache()
      let time = FairStopwatch()
      await cache.evict()
      #expect(time.elapsed < .seconds(1))
    }
  }

  private static func at(_ milliseconds: Int64) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: milliseconds * 1_000_000)
  }

  private static func uncounted(
    _ stalls: [(began: Int64, ended: Int64, queues: QueueSet)], occupied: QueueSet = []
  ) -> Nanoseconds {
    let stalls = stalls.map { Stall(began: at($0.began), ended: at($0.ended), queues: $0.queues) }
    return FairStopwatch.uncounted(stalls, from: at(1_000), to: at(2_000), occupied: occupied) / 1_000_000
  }

  @Test func stalls_areLeftOut_asFarAsTheyAreInTheTime() {
    #expect(Self.uncounted([]) == 0)
    #expect(Self.uncounted([(1_200, 1_500, .pool)]) == 300)
    #expect(Self.uncounted([(500, 1_100, .pool), (1_900, 2_500, [])]) == 200, "partly")
    #expect(Self.uncounted([(0, 900, .pool), (2_000, 2_500, .main)]) == 0, "before and afterwards")
    #expect(Self.uncounted([(1_400, 1_700, .main), (1_200, 1_500, [])]) == 500, "at the same time")
  }

  @Test func stallOfTheOccupiedQueue_counts() {
    #expect(Self.uncounted([(1_200, 1_500, .main)], occupied: .main) == 0)
    #expect(Self.uncounted([(1_200, 1_500, [.main, .global])], occupied: .main) == 300)
    #expect(Self.uncounted([(1_200, 1_500, [])], occupied: .main) == 300, "the process did not run")
  }

  private static func exitUnless(_ isTrue: Bool, _ number: Int32, _ report: @autoclosure () -> Any) {
    guard !isTrue else { return }
    StandardError.print("check \(number) failed:\n\(report())")
    exit(number)
  }

  /// In this time, the pool is held.
  @Test(.realTime, .ownThreads) func heldPool_isLeftOut() async {
    await #expect(processExitsWith: .success) {
      let (watch, start) = (FairStopwatch(), ContinuousClock.now)
      for _ in 0..<2 * Blockage.poolSize {
        // What holds the pool.
        for priority in [TaskPriority.medium, .high] { Task.detached(priority: priority) { usleep(800_000) } }
      }
      let (elapsed, uncounted, real) = await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          // The time that is measured; nothing is synchronized.
          usleep(700_000)
          continuation.resume(returning: (watch.elapsed, watch.uncounted, ContinuousClock.now - start))
        }
      }
      Self.exitUnless(uncounted > .milliseconds(300), 2, (elapsed, uncounted, real))
      Self.exitUnless(elapsed + .milliseconds(300) < real, 3, (elapsed, uncounted, real))
    }
  }

  @Test func releasedStopwatch_leavesNothing() async throws {
    let before = Set(Probes.pending)
    var watches = (0..<50).map { _ in FairStopwatch() }
    // Waits of other tests may be among them. They end, too.
    let new = Set(Probes.pending).subtracting(before)
    #expect(new.count >= 50)
    watches = []
    try await eventually("their waits have ended", timeout: .seconds(60)) { new.isDisjoint(with: Probes.pending) }
    #expect(watches.isEmpty)
  }
}

final class FairStopwatchRealTimeTests: XCTestCase {
  /// A test that computes on the main thread keeps the main queue busy itself. Another stopwatch leaves that time out.
  func testBusyMainThread_counts_ifItIsThatOfTheTest() throws {
    // On a busy computer, something else may stall at the same time, and be left out by both.
    for _ in 0..<10 {
      let own = FairStopwatch()
      let other = onThread { FairStopwatch() }
      let end = ContinuousClock.now + .milliseconds(800)
      while ContinuousClock.now < end {}
      if other.uncounted - own.uncounted > .milliseconds(300) { return }
    }
    XCTFail("the time on the main thread does not count")
  }

  private func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
    let result = Expectation("made", of: Result.self)
    Thread.detachNewThread { result.fulfill(body()) }
    do { return try result.wait() } catch { fatalError("\(error)") }
  }
}
