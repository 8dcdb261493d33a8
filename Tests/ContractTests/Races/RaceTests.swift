import Dispatch
import Foundation
import TestSupport
import XCTest

@testable import Expectations

/// Real threads racing: a fulfillment with the deadline of a wait, and with its cancellation.
///
/// The outcomes of a race depend on the computer: a slow one, or one with a single processor, may show only one
/// outcome. Therefore, the tests also force each possible order of the events, and each order must have its outcome
/// every time. The outcomes of the real races are printed.
final class RaceTests: XCTestCase {
  fileprivate static let forcedRuns = 100

  /// Counts the outcomes, and those that must not occur.
  private struct Table: CustomStringConvertible {
    private var counts: [String: Int] = [:]
    private(set) var forbidden: [String] = []

    mutating func add(_ report: WaitReport) { counts["\(report.outcome)", default: 0] += 1 }

    mutating func check(_ isAllowed: Bool, _ text: @autoclosure () -> String) {
      if !isAllowed { forbidden.append(text()) }
    }

    var description: String {
      counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }
  }

  /// Creates expectations without warnings for late fulfillments.
  private static func withoutWarnings<Result>(_ create: () -> Result) -> Result { with(RecordingHost(), create) }

  /// Checks that the verdict follows exactly from the instant of the fulfillment, whichever thread took the lock first.
  private static func judge(_ report: WaitReport, _ table: inout Table) {
    table.add(report)
    // On a busy computer, time in which the process did not run does not count.
    let limit = report.limit! + report.uncounted
    let time = report.expectations[0].fulfillments.first?.time
    switch report.outcome {
    case .completed: table.check(time.map { $0 <= limit } ?? false, "completed at \(time as Any) of \(limit)")
    case .timedOut:
      table.check(time.map { $0 > limit } ?? true, "timed out though fulfilled at \(time as Any) of \(limit)")
      table.check(report.elapsed > limit, "timed out early: \(report.elapsed) of \(limit)")
    default: table.check(false, "\(report.outcome)")
    }
  }

  private static func fulfillWhenBegun(_ expectation: Expectation<Void>, on queue: DispatchQueue) {
    queue.async {
      while !expectation.isAwaitedNow { sched_yield() }
      expectation.fulfill()
    }
  }

  /// Checks the forced orders: a fulfillment long before the deadline, and one after the wait.
  private static func assertForcedOrders(_ inTime: Table, _ tooLate: Table, line: UInt = #line) {
    XCTAssertEqual(inTime.description, "completed \(forcedRuns)", line: line)
    XCTAssertEqual(tooLate.description, "timedOut \(forcedRuns)", line: line)
    XCTAssertEqual(inTime.forbidden + tooLate.forbidden, [], line: line)
  }

  func testDeadlineRace_async_hasNoForbiddenOutcome() async throws {
    let queue = DispatchQueue(label: "fulfiller", qos: .userInteractive)
    var (inTime, tooLate, table) = (Table(), Table(), Table())
    for _ in 0..<Self.forcedRuns {
      let (one, two) = Self.withoutWarnings { (Expectation("one"), Expectation("two")) }
      Self.fulfillWhenBegun(one, on: queue)
      Self.judge(await Expectations.report(of: [one], timeout: .seconds(20)), &inTime)
      Self.judge(await Expectations.report(of: [two], timeout: .microseconds(300)), &tooLate)
      two.fulfill()
    }
    Self.assertForcedOrders(inTime, tooLate)
    for race in 0..<ProofSize.of(small: 1_000, full: 10_000) {
      // 300 µs ± 200 µs around the deadline.
      let delay = Int64(100_000 + (race * 7919) % 400_000)
      let (one, two) = Self.withoutWarnings { (Expectation("one"), Expectation("two")) }
      let start = Instant.now()
      queue.async {
        while Instant.now().since(start) < delay {}
        one.fulfill()
        two.fulfill()
      }
      async let first = Expectations.report(of: [one], timeout: .microseconds(300))
      let second = await Expectations.report(of: [two], timeout: .microseconds(300))
      Self.judge(await first, &table)
      Self.judge(second, &table)
    }
    ProofSize.print("deadline race, async, \(ProofSize.name): \(table)")
    XCTAssertEqual(table.forbidden, [])
  }

  func testDeadlineRace_onMain_hasNoForbiddenOutcome() {
    let queue = DispatchQueue(label: "fulfiller", qos: .userInteractive)
    var (inTime, tooLate, table) = (Table(), Table(), Table())
    for _ in 0..<Self.forcedRuns {
      let (one, two) = Self.withoutWarnings { (Expectation("one"), Expectation("two")) }
      Self.fulfillWhenBegun(one, on: queue)
      Self.judge(report(of: [one], timeout: .seconds(20)), &inTime)
      Self.judge(report(of: [two], timeout: .microseconds(300)), &tooLate)
      two.fulfill()
    }
    Self.assertForcedOrders(inTime, tooLate)
    for race in 0..<ProofSize.of(small: 500, full: 5_000) {
      let delay = Int64(100_000 + (race * 7919) % 400_000)
      let one = Self.withoutWarnings { Expectation("one") }
      let start = Instant.now()
      queue.async {
        while Instant.now().since(start) < delay {}
        one.fulfill()
      }
      Self.judge(report(of: [one], timeout: .microseconds(300)), &table)
    }
    ProofSize.print("deadline race, main, \(ProofSize.name): \(table)")
    XCTAssertEqual(table.forbidden, [])
  }

  func testCancelRace_inEachOrder_theFirstDecides() async {
    var (fulfilledFirst, cancelledFirst, timeOverFirst) = (Table(), Table(), Table())
    for _ in 0..<Self.forcedRuns {
      let (one, two, three) = Self.withoutWarnings { (Expectation("one"), Expectation("two"), Expectation("three")) }
      let first = Task { await Expectations.report(of: [one], timeout: .seconds(20)) }
      while !one.isAwaitedNow { await Task.yield() }
      one.fulfill()
      first.cancel()
      fulfilledFirst.add(await first.value)
      let second = Task { await Expectations.report(of: [two], timeout: .seconds(20)) }
      while !two.isAwaitedNow { await Task.yield() }
      second.cancel()
      // A task that has not yet fallen asleep sees the cancellation when it does.
      cancelledFirst.add(await second.value)
      two.fulfill()
      let third = Task { await Expectations.report(of: [three], timeout: .microseconds(50)) }
      timeOverFirst.add(await third.value)
      third.cancel()
      three.fulfill()
    }
    XCTAssertEqual(fulfilledFirst.description, "completed \(Self.forcedRuns)")
    XCTAssertEqual(cancelledFirst.description, "cancelled \(Self.forcedRuns)")
    XCTAssertEqual(timeOverFirst.description, "timedOut \(Self.forcedRuns)")
  }

  func testCancelRace_hasNoForbiddenOutcome() async {
    var table = Table()
    let queue = DispatchQueue(label: "fulfiller")
    for race in 0..<ProofSize.of(small: 2_000, full: 20_000) {
      let done = Self.withoutWarnings { Expectation("done") }
      let task = Task {
        await Expectations.report(of: [done], timeout: race % 3 == 0 ? .microseconds(50) : .seconds(20))
      }
      queue.async {
        for _ in 0..<(race % 100) { _ = Instant.now() }
        done.fulfill()
      }
      for _ in 0..<(race % 70) { _ = Instant.now() }
      task.cancel()
      let report = await task.value
      table.add(report)
      let isFulfilled = !report.expectations[0].fulfillments.isEmpty
      switch report.outcome {
      case .completed: table.check(isFulfilled, "completed without a fulfillment")
      case .cancelled: break
      case .timedOut: table.check(race % 3 == 0, "timed out")
      default: table.check(false, "\(report.outcome)")
      }
    }
    ProofSize.print("cancel race, \(ProofSize.name): \(table)")
    XCTAssertEqual(table.forbidden, [])
  }
}

/// Real threads racing: a fulfillment with the start of a wait. A lost wake-up shows only by the time that the wait
/// takes.
final class RaceRealTimeTests: XCTestCase {
  private struct Latencies {
    private var all: [Duration] = []
    private var earlyCount = 0

    /// - Parameter begun: When the wait was called.
    mutating func add(from fulfilled: Instant, begun: Instant) {
      all.append(.nanoseconds(Instant.now().since(max(fulfilled, begun))))
      if fulfilled < begun { earlyCount += 1 }
    }

    /// A lost wake-up of a run loop shows as a wait that lasts until its first check; other lost wake-ups are never
    /// found.
    private static let limit = Duration.milliseconds(400)

    /// Prints the distribution, and fails if a wait took so long that its wake-up was probably lost.
    func assertNoneLost(_ name: String, file: StaticString = #filePath, line: UInt = #line) {
      let sorted = all.sorted()
      let slow = sorted.count { $0 > .milliseconds(50) }
      let p50 = sorted[sorted.count / 2]
      let p999 = sorted[sorted.count * 999 / 1000]
      ProofSize.print(
        "start race, \(name), \(ProofSize.name): \(sorted.count) waits, fulfilled before: \(earlyCount), p50 \(p50), p99.9 \(p999), max \(sorted.last!), over 50 ms: \(slow)"
      )
      guard !Sanitizer.isActive else { return }
      XCTAssertEqual(
        sorted.count { $0 > Self.limit }, 0, "a wake-up was late by \(sorted.last!)", file: file, line: line)
    }
  }

  /// When the fulfillment comes: before the wait, after its beginning, or in a race with it; the number varies the
  /// delays.
  private enum Start {
    case fulfilledBefore
    case fulfilledAfter
    case race(Int)
  }

  private static let starts: [Start] =
    Array(repeating: .fulfilledBefore, count: RaceTests.forcedRuns)
    + Array(repeating: .fulfilledAfter, count: RaceTests.forcedRuns)
    + (0..<ProofSize.of(small: 1_500, full: 15_000)).map { .race($0) }

  /// Fulfills on another thread. The races hit every point in the beginning of a wait.
  private static func fulfill(_ number: Expectation<Instant>, _ start: Start, on queue: DispatchQueue) {
    switch start {
    case .fulfilledBefore: queue.sync { number.fulfill(Instant.now()) }
    case .fulfilledAfter:
      queue.async {
        while !number.isAwaitedNow { sched_yield() }
        number.fulfill(Instant.now())
      }
    case .race(let race):
      let (isReady, isOn) = (Locked(false), Locked(false))
      queue.async {
        isReady.withLock { $0 = true }
        Self.spin { isOn.withLock { $0 } }
        for _ in 0..<(race % 200) { _ = Instant.now() }
        number.fulfill(Instant.now())
      }
      Self.spin { isReady.withLock { $0 } }
      isOn.withLock { $0 = true }
      for _ in 0..<(race * 7 % 200) { _ = Instant.now() }
    }
  }

  /// Spins for a moment, so that both sides continue at the same time. After that, it yields: with a single processor,
  /// the other side needs it.
  private static func spin(until isTrue: () -> Bool) {
    var checks = 0
    while !isTrue() {
      checks += 1
      if checks > 1_000 { sched_yield() }
    }
  }

  private static func latencies() throws -> Latencies {
    let queue = DispatchQueue(label: "fulfiller")
    var latencies = Latencies()
    for start in starts {
      let done = Expectation("done", of: Instant.self)
      fulfill(done, start, on: queue)
      let begun = Instant.now()
      latencies.add(from: try done.wait(timeout: .seconds(20)), begun: begun)
    }
    return latencies
  }

  func testStartRace_onMain_losesNoWakeUp() throws { try Self.latencies().assertNoneLost("main") }

  func testStartRace_onAThread_losesNoWakeUp() throws {
    let finished = Expectation("finished", of: Latencies.self)
    Thread { finished.fulfill(with: Result { try Self.latencies() }) }.start()
    try finished.wait(timeout: .seconds(120)).assertNoneLost("thread")
  }

  func testStartRace_async_losesNoWakeUp() async throws {
    let queue = DispatchQueue(label: "fulfiller")
    var latencies = Latencies()
    for start in Self.starts {
      let done = Expectation("done", of: Instant.self)
      Self.fulfill(done, start, on: queue)
      let begun = Instant.now()
      latencies.add(from: try await done.wait(timeout: .seconds(20)), begun: begun)
    }
    latencies.assertNoneLost("async")
  }
}
