import Dispatch
import Foundation
import XCTest

@testable import Expectations

/// Races on real threads: a fulfillment with the start of a wait, with its deadline, and with its cancellation.
final class RaceTests: XCTestCase {
  /// The time of each wait from the fulfillment to its return.
  private struct Latencies {
    private var all: [Duration] = []

    mutating func add(from fulfilled: MonotonicInstant) {
      all.append(.nanoseconds(MonotonicClock.now().since(fulfilled)))
    }

    /// Prints the distribution, and fails if a wake-up was as late as a lost one would be.
    func assertNoneLost(_ name: String, file: StaticString = #filePath, line: UInt = #line) {
      let sorted = all.sorted()
      let slow = sorted.count { $0 > .milliseconds(50) }
      let p50 = sorted[sorted.count / 2]
      let p999 = sorted[sorted.count * 999 / 1000]
      print(
        "start race, \(name), \(ProofSize.name): \(sorted.count) waits, p50 \(p50), p99.9 \(p999), max \(sorted.last!), over 50 ms: \(slow)"
      )
      // Even with a sanitizer, a lost wake-up would have failed its wait.
      guard !ProcessUse.isSanitized else { return }
      XCTAssertEqual(slow, 0, "a wake-up was late by \(sorted.last!)", file: file, line: line)
    }
  }

  private static let races = ProofSize.of(small: 1_500, full: 15_000)

  /// Fulfills on another thread after a short, varying delay, so that it hits the beginning of the wait at every point.
  private static func fulfillSoon(_ number: Expectation<MonotonicInstant>, _ race: Int, on queue: DispatchQueue) {
    queue.async {
      for _ in 0..<(race % 200) { _ = MonotonicClock.now() }
      number.fulfill(MonotonicClock.now())
    }
  }

  func testStartRace_onMain_losesNoWakeUp() throws {
    let queue = DispatchQueue(label: "fulfiller")
    var latencies = Latencies()
    for race in 0..<Self.races {
      let done = Expectation("done", of: MonotonicInstant.self)
      Self.fulfillSoon(done, race, on: queue)
      latencies.add(from: try done.wait(timeout: .seconds(20)))
    }
    latencies.assertNoneLost("main")
  }

  func testStartRace_onAThread_losesNoWakeUp() throws {
    let finished = Expectation("finished", of: Latencies.self)
    Thread {
      let queue = DispatchQueue(label: "fulfiller")
      var latencies = Latencies()
      for race in 0..<Self.races {
        let done = Expectation("done", of: MonotonicInstant.self)
        Self.fulfillSoon(done, race, on: queue)
        guard let fulfilled = try? done.wait(timeout: .seconds(20)) else { return }
        latencies.add(from: fulfilled)
      }
      finished.fulfill(latencies)
    }.start()
    try finished.wait(timeout: .seconds(120)).assertNoneLost("thread")
  }

  func testStartRace_async_losesNoWakeUp() async throws {
    let queue = DispatchQueue(label: "fulfiller")
    var latencies = Latencies()
    for race in 0..<Self.races {
      let done = Expectation("done", of: MonotonicInstant.self)
      Self.fulfillSoon(done, race, on: queue)
      latencies.add(from: try await done.wait(timeout: .seconds(20)))
    }
    latencies.assertNoneLost("async")
  }

  // MARK: Deadlines

  /// Counts the outcomes, and those that must not occur.
  private struct Table: CustomStringConvertible {
    private var counts: [String: Int] = [:]
    private(set) var forbidden: [String] = []

    mutating func add(_ report: WaitReport) {
      counts["\(report.outcome)", default: 0] += 1
    }

    mutating func check(_ isAllowed: Bool, _ text: @autoclosure () -> String) {
      if !isAllowed { forbidden.append(text()) }
    }

    var description: String {
      counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }
  }

  /// Creates expectations without warnings for late fulfillments.
  private static func silently<Result>(_ create: () -> Result) -> Result {
    HostOverride.withHost(RecordingHost(), create)
  }

  /// Checks that the verdict follows from the instant of the fulfillment, to the nanosecond, whichever thread was
  /// first.
  private static func judge(_ report: WaitReport, _ table: inout Table) {
    table.add(report)
    // On a busy machine, time in which the process did not run does not count.
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

  func testDeadlineRace_async_hasNoForbiddenOutcome() async throws {
    var table = Table()
    let queue = DispatchQueue(label: "fulfiller", qos: .userInteractive)
    for race in 0..<ProofSize.of(small: 1_000, full: 10_000) {
      // 300 µs ± 200 µs around the deadline.
      let delay = Int64(100_000 + (race * 7919) % 400_000)
      let (one, two) = Self.silently { (Expectation("one"), Expectation("two")) }
      let start = MonotonicClock.now()
      queue.async {
        while MonotonicClock.now().since(start) < delay {}
        one.fulfill()
        two.fulfill()
      }
      async let first = Expectations.outcome(of: one, timeout: .microseconds(300))
      let second = await Expectations.outcome(of: two, timeout: .microseconds(300))
      Self.judge(await first, &table)
      Self.judge(second, &table)
    }
    print("deadline race, async, \(ProofSize.name): \(table)")
    XCTAssertEqual(table.forbidden, [])
  }

  func testDeadlineRace_onMain_hasNoForbiddenOutcome() {
    var table = Table()
    let queue = DispatchQueue(label: "fulfiller", qos: .userInteractive)
    for race in 0..<ProofSize.of(small: 500, full: 5_000) {
      let delay = Int64(100_000 + (race * 7919) % 400_000)
      let one = Self.silently { Expectation("one") }
      let start = MonotonicClock.now()
      queue.async {
        while MonotonicClock.now().since(start) < delay {}
        one.fulfill()
      }
      Self.judge(outcome(of: one, timeout: .microseconds(300)), &table)
    }
    print("deadline race, main, \(ProofSize.name): \(table)")
    XCTAssertEqual(table.forbidden, [])
  }

  func testCancelRace_hasNoForbiddenOutcome() async {
    var table = Table()
    let queue = DispatchQueue(label: "fulfiller")
    for race in 0..<ProofSize.of(small: 2_000, full: 20_000) {
      let done = Self.silently { Expectation("done") }
      let task = Task {
        await Expectations.outcome(of: done, timeout: race % 3 == 0 ? .microseconds(50) : .seconds(20))
      }
      queue.async {
        for _ in 0..<(race % 100) { _ = MonotonicClock.now() }
        done.fulfill()
      }
      for _ in 0..<(race % 70) { _ = MonotonicClock.now() }
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
    print("cancel race, \(ProofSize.name): \(table)")
    XCTAssertEqual(table.forbidden, [])
  }
}
