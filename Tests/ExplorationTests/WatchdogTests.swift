import Foundation
import Testing

@testable import Exploration

@Suite struct WatchdogTests {
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func watchdog_aLongStep_isToldOnce() {
    let texts = Locked<[String]>([])
    let watchdog = Watchdog(limit: 10_000_000) { text in texts.withLock { $0.append(text) } }
    watchdog.watch("CounterTests.swift:12") {
      watchdog.noteStep()
      // Simulates a step that blocks. A machine that is busy may look late, but not never.
      while texts.withLock(\.isEmpty) { Thread.sleep(forTimeInterval: 0.01) }
      Thread.sleep(forTimeInterval: 0.05)
    }
    #expect(
      texts.withLock { $0 } == [
        "Exploration: one step of CounterTests.swift:12 has taken more than 10 ms. Its code computes, or blocks the"
          + " thread on which all tasks of the body run: a semaphore or a lock, for example."
      ])
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func watchdog_waitingForWorkFromOutside_isNoStep() {
    let texts = Locked<[String]>([])
    let watchdog = Watchdog(limit: 5_000_000) { text in texts.withLock { $0.append(text) } }
    watchdog.watch("CounterTests.swift:12") {
      watchdog.beginWaiting()
      // Simulates the wait.
      Thread.sleep(forTimeInterval: 0.05)
      watchdog.endWaiting()
    }
    #expect(texts.withLock { $0 } == [])
  }
}
