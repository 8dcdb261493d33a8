import Expectations
import Foundation
import TestSupport
import Testing

@testable import Exploration

/// Clocks that follow the virtual time.
@Suite(.ownThreads, .fullControl, .enabled(if: MovedClocks.follow)) struct MovedClocksTests {
  /// How much real time a body may take here.
  private static let real = Duration.seconds(30)

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(.realTime) func clocks_afterASleep_showIt() async {
    let before = (ContinuousClock.now, Date())
    let report = await explore(schedules: 20) {
      let (continuous, suspending, date) = (ContinuousClock.now, SuspendingClock.now, Date())
      try await Task.sleep(for: .seconds(3_600))
      let elapsed = [
        continuous.duration(to: .now), suspending.duration(to: .now), .seconds(-date.timeIntervalSinceNow),
      ]
      // Those of the main actor and of an actor follow, too.
      let ofMain = await Task { @MainActor in continuous.duration(to: .now) }.value
      let ofDetached = await Task.detached { continuous.duration(to: .now) }.value
      for time in elapsed + [ofMain, ofDetached] {
        #expect(time >= .seconds(3_600) && time < .seconds(3_600) + MovedClocksTests.real)
      }
    }
    #expect(report.outcome == .passed, "\(report)")
    #expect(report.virtualTime == .seconds(3_600))
    #expect(before.0.duration(to: .now) < Self.real, "outside, the time is real again")
    #expect(Date().timeIntervalSince(before.1) < 30)
  }

  /// A thread that does not run for a while changes nothing.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func clocksOfTheStandardLibrary_areExact() async {
    let seen = Locked<Set<Duration>>([])
    let report = await explore(schedules: 20) {
      let start = ContinuousClock.now
      usleep(UInt32.random(in: 0...2_000))
      try await Task.sleep(for: .milliseconds(2))
      usleep(2_000)
      async let other: Void = Task.sleep(for: .milliseconds(1))
      try await other
      let elapsed = start.duration(to: .now)
      seen.withLock { _ = $0.insert(elapsed) }
    }
    #expect(report.outcome == .passed, "\(report)")
    #expect(report.virtualTime == .milliseconds(3))
    let elapsed = seen.withLock(\.self)
    #expect(elapsed.count == 1)
    #expect(elapsed.allSatisfy { .milliseconds(3) ..< .milliseconds(3) + .microseconds(1) ~= $0 })
  }

  /// A loop that waits for a clock comes to its end, and a thread that sleeps wakes. Each run takes the same steps.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func waitsForClocks_end() async {
    let report = await explore(schedules: 2) {
      let end = ContinuousClock.now + .microseconds(20)
      while ContinuousClock.now < end {}
      let later = ContinuousClock.now + .milliseconds(20)
      while ContinuousClock.now < later { usleep(10) }
      Self.blockForAMoment()
      let latest = ContinuousClock.now + .milliseconds(1)
      while ContinuousClock.now < latest { await Task.yield() }
    }
    #expect(report.outcome == .passed, "\(report)")
  }

  private static func blockForAMoment() {
    Thread.sleep(forTimeInterval: 0.001)
    _ = RunLoop.current.run(mode: .default, before: Date() + 0.001)
  }

  /// The most used operator of time: it reads the clock of the standard library itself.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func debounce_withTheClockOfTheStandardLibrary_isNoFalseAlarm() async {
    let report = await explore(schedules: 200) {
      let debouncer = Debouncer(quiet: .milliseconds(300))
      for (index, pause) in [100, 100, 500, 100, 400].enumerated() {
        await debouncer.receive(index)
        try await Task.sleep(for: .milliseconds(pause))
      }
      await debouncer.finish()
      #expect(await debouncer.delivered == [2, 4])
    }
    #expect(report.outcome == .passed, "\(report)")
    #expect(report.virtualTime < .seconds(2))
  }

  /// Delivers the last value when none has come for some time.
  private actor Debouncer {
    private let quiet: Duration
    private var last: (value: Int, due: ContinuousClock.Instant)?
    private var timer: Task<Void, Never>?
    private(set) var delivered: [Int] = []

    init(quiet: Duration) { self.quiet = quiet }

    func receive(_ value: Int) {
      last = (value, .now + quiet)
      if timer == nil { timer = Task { await run() } }
    }

    func finish() async { await timer?.value }

    private func run() async {
      while let (value, due) = last {
        try? await Task.sleep(until: due, clock: .continuous)
        // A later value has a later time.
        guard let now = last, ContinuousClock.now >= now.due else { continue }
        delivered.append(value)
        last = nil
      }
      timer = nil
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(.realTime) func virtualTime_movesDates() async throws {
    let elapsed = try await virtualTime {
      let start = Date()
      try await Task.sleep(for: .seconds(86_400))
      return Date().timeIntervalSince(start)
    }
    #expect(elapsed >= 86_400 && elapsed < 86_430)
  }

  /// What waits, measures or explores on other threads meanwhile sees the real time.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(.realTime) func otherThreads_seeTheRealTime() async throws {
    let start = ContinuousClock.now
    let longest = Locked(Duration.zero)
    let isOver = Locked(false)
    let ended = Expectation("the other thread has ended")
    Thread {
      while !isOver.withLock({ $0 }) {
        let time = start.duration(to: .now)
        longest.withLock { $0 = max($0, time) }
        usleep(100)
      }
      ended.fulfill()
    }.start()
    await explore(schedules: 200) {
      for _ in 0..<5 { try await Task.sleep(for: .seconds(3_600)) }
    }
    isOver.withLock { $0 = true }
    await ended.wait()
    #expect(longest.withLock { $0 } < Self.real)
  }

  /// The library's own waits and stopwatches measure virtual time anyway, exactly, and not twice.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func ownTime_passesOnce() async {
    let report = await explore(schedules: 20) {
      let stopwatch = FairStopwatch()
      try await Task.sleep(for: .seconds(3_600))
      #expect(stopwatch.elapsed == .seconds(3_600))
      let saved = Expectation("saved")
      Task { saved.fulfill() }
      #expect(await saved.wait(timeout: .seconds(5)))
    }
    #expect(report.outcome == .passed, "\(report)")
  }
}
