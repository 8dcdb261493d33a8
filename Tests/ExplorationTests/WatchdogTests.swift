import Expectations
import Foundation
import Testing

@testable import Exploration

@Suite struct WatchdogTests {
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func watchdog_aLongStep_isFoundOnce_andFollowedByAnother() {
    let count = Locked(0)
    let watchdog = Watchdog()
    let isBlocked: @Sendable () -> Void = { count.withLock { $0 += 1 } }
    let step = watchdog.watch(limit: 10_000_000, whenBlocked: isBlocked) {
      watchdog.noteStep()
      // Simulates a step that blocks. A machine that is busy may look late, but not never.
      while count.withLock(\.self) == 0 { Thread.sleep(forTimeInterval: 0.01) }
      Thread.sleep(forTimeInterval: 0.05)
      return watchdog.stepsSoFar
    }
    #expect(count.withLock { $0 } == 1)
    // Otherwise, a step that blocked the main thread and returned seems to block it still.
    #expect(watchdog.stepsSoFar != step)
  }

  /// Another exploration may follow, which the report of this step must not end.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func watchdog_aStepThatReturnsWhileItIsReported_waitsForTheReport() {
    let (hasBegun, hasEnded) = (Locked(false), Locked(false))
    let watchdog = Watchdog()
    let isBlocked: @Sendable () -> Void = {
      hasBegun.withLock { $0 = true }
      // Simulates a report that takes long.
      Thread.sleep(forTimeInterval: 0.3)
      hasEnded.withLock { $0 = true }
    }
    watchdog.watch(limit: 10_000_000, whenBlocked: isBlocked) {
      watchdog.noteStep()
      // Simulates a step that blocks until it is found.
      hasBegun.block()
    }
    #expect(hasEnded.withLock { $0 })
  }
}
