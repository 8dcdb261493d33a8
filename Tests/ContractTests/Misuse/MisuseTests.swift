import Dispatch
import TestSupport
import Testing

import class Expectations.Expectation

@testable import Expectations

/// No mistake of a user may end the process, and each mistake is recorded at its line.
@Suite struct MisuseTests {
  private struct Refused: Error {}

  private static func failure(at line: Int, _ text: String) -> Record { "MisuseTests.swift:\(line): failure: \(text)" }

  /// The failure of a wait for an event that does not come.
  private static func timeout(
    at line: Int, _ name: String = "never", after limit: String, createdAt created: Int, _ remark: String? = nil
  ) -> Record {
    let entry = "  ✘ \"\(name)\"  0 of 1   created at MisuseTests.swift:\(created)"
    let text = "Timed out after \(limit) waiting for \"\(name)\"\n\(entry)"
    return failure(at: line, remark.map { "\(text)\n  \($0)" } ?? text)
  }

  private static let checkedOnce = "with this timeout, the wait checks once and does not sleep"
  private static let blockedThePool = "this wait blocked a thread of the concurrency pool; use `await`"

  private static func useOddCounts() async {
    for count in [-1, 0, .max, .min] {
      let odd = Expectation("odd", count: count)
      odd.fulfill()
      odd.fulfill()
      await odd.wait(timeout: .nanoseconds(1))
    }
  }

  @Test func counts() async {
    let line = #line - 10
    let reported = await recording(Self.useOddCounts).host.records
    #expect(
      reported == [
        Self.failure(at: line + 2, "\"odd\" can never be complete: its count -1 is negative"),
        Self.failure(
          at: line + 3,
          """
          "odd" must not happen, but was fulfilled: MisuseTests.swift:\(line + 3), concurrency pool
            waited for at MisuseTests.swift:\(line + 5)
            created at MisuseTests.swift:\(line + 2)
          """),
        Self.failure(
          at: line + 5,
          """
          Timed out after 0.000 s waiting for "odd"
            ✘ "odd"  2 of \(Int.max)   before the wait  \
          MisuseTests.swift:\(line + 4), concurrency pool, created at MisuseTests.swift:\(line + 2)
            in order:
              #  "odd" fulfilled 1 of \(Int.max)  MisuseTests.swift:\(line + 3), concurrency pool
              #  "odd" fulfilled 2 of \(Int.max)  MisuseTests.swift:\(line + 4), concurrency pool
              #  wait began                                MisuseTests.swift:\(line + 5)
              #  time ran out
          """),
        Self.failure(at: line + 2, "\"odd\" can never be complete: its count \(Int.min) is negative"),
      ])
  }

  private static func useOddRanges() async {
    await Expectation("empty", count: 3..<3).wait(timeout: .zero)
    await Expectation("negative", count: -3...(-1)).wait(timeout: .zero)
    await Expectation("from below", count: (-3)...).wait(timeout: .zero)
    await Expectation("all", count: 0...Int.max).wait(timeout: .zero)
  }

  @Test func ranges() async {
    let line = #line - 7
    let reported = await recording(Self.useOddRanges).host.records
    #expect(
      reported == [
        Self.failure(at: line, "\"empty\" can never be complete: its count 3..<3 is an empty range"),
        Self.failure(at: line + 1, "\"negative\" can never be complete: its count -3...-1 is negative"),
        Self.failure(at: line + 2, "\"from below\" can never be complete: its count -3... is negative"),
      ])
  }

  private static func useOddTimeouts() async {
    for timeout in [Duration.seconds(Int64.min), .zero, .nanoseconds(-1), .nanoseconds(1), .seconds(-1) * 1e18] {
      await Expectation("never").wait(timeout: timeout)
      blocking { Expectation("never").wait(timeout: timeout) }
    }
    let done = Expectation("done")
    done.fulfill()
    await done.wait(timeout: .seconds(Int64.max))
    blocking { done.wait(timeout: .seconds(Int64.max)) }
  }

  @Test func timeouts() async {
    let line = #line - 10
    let reported = await recording(Self.useOddTimeouts).host.records
    func both(_ limit: String, _ remarks: [String?] = [Self.checkedOnce, Self.checkedOnce]) -> [Record] {
      zip([line, line + 1], remarks).map { Self.timeout(at: $0, after: limit, createdAt: $0, $1) }
    }
    let least = both("0 s (a negative timeout, -9223372036.85 s, counts as 0)")
    let slightlyNegative = both("0 s (a negative timeout, -0.000 s, counts as 0)")
    let shortest = both("0.000 s", [nil, Self.blockedThePool])
    #expect(reported == least + both("0 s") + slightlyNegative + shortest + least)
  }

  private static func waitForNothing() async {
    await wait(for: [])
    blocking { wait(for: []) }
    _ = await wait(forAnyOf: [])
    _ = await report(of: [])
  }

  @Test func nothingToWaitFor() async {
    let line = #line - 7
    let reported = await recording(Self.waitForNothing).host.records
    #expect(reported == (line...line + 2).map { Self.failure(at: $0, "Nothing to wait for") })
  }

  private static func waitForTheSameTwice() async {
    let done = Expectation("done")
    await wait(for: [done, done], timeout: .zero)
    await wait(for: [done, done], timeout: .zero, enforceOrder: true)
    _ = await wait(forAnyOf: [done, done], timeout: .zero)
  }

  @Test func sameTwice_andAgain() async {
    let line = #line - 7
    let reported = await recording(Self.waitForTheSameTwice).host.records
    let lines = line + 1...line + 3
    #expect(reported == lines.map { Self.timeout(at: $0, "done", after: "0 s", createdAt: line, Self.checkedOnce) })
  }

  private static func fulfillTooOften() async {
    let done = Expectation("done")
    DispatchQueue.concurrentPerform(iterations: 1000) { _ in done.fulfill() }
    await done.wait()
    DispatchQueue.concurrentPerform(iterations: 1000) { _ in done.fulfill(throwing: Refused()) }
    await done.wait()
  }

  @Test func tooOften_fromEverywhere() async {
    let line = #line - 8
    let reported = await recording(Self.fulfillTooOften).host.records
    #expect(
      reported == [
        Self.failure(
          at: line + 1,
          """
          "done" was fulfilled once too often: MisuseTests.swift:\(line + 1), background thread
            the one before, # earlier: MisuseTests.swift:\(line + 1), background thread
            waited for at MisuseTests.swift:\(line + 2)
            created at MisuseTests.swift:\(line)
          """)
      ])
  }

  private static func fulfillWhatIsForgotten() {
    var done: Expectation<Void>? = Expectation("done")
    let handler = done!.handler
    let weak = { [weak done] in done?.fulfill() }
    done = nil
    handler()
    weak()
  }

  /// The handler keeps the expectation alive.
  @Test func fulfilledAfterItIsForgotten() {
    let line = #line - 10
    let reported = recording(Self.fulfillWhatIsForgotten).host.records
    #expect(
      reported == [
        Self.failure(
          at: line + 2,
          """
          "done" was fulfilled once too often: MisuseTests.swift:\(line + 2), concurrency pool
            the one before, # earlier: concurrency pool
            created at MisuseTests.swift:\(line)
          """),
        Self.failure(at: line, "No test waited for \"done\" or read its values; it was fulfilled twice"),
      ])
  }

  private static func forgetMany() {
    for _ in 0..<10_000 { _ = Expectation("never") }
  }

  @Test(.ownThreads) func neverAwaited_inGreatNumber() {
    let line = #line - 4
    let reported = recording(Self.forgetMany).host.records
    #expect(reported.count == 10_000)
    let text = "No test waited for \"never\" or read its values; it was never fulfilled"
    #expect(Set(reported) == [Self.failure(at: line, text)])
  }

  private static let oddTexts = ["", "\0", "a\nb", "\"", String(repeating: "x", count: 100_000), "é👩‍👩‍👧"]

  private static func useOddTexts() async {
    for text in oddTexts {
      await Expectation(text).wait(timeout: .nanoseconds(1))
    }
  }

  @Test func oddTexts() async {
    let line = #line - 5
    let reported = await recording(Self.useOddTexts).host.records
    let expected = Self.oddTexts.flatMap { text in
      [Self.timeout(at: line, text, after: "0.000 s", createdAt: line)]
    }
    // Compare one at a time, because the texts are long.
    #expect(reported.count == expected.count)
    for (one, other) in zip(reported, expected) { #expect(one == other) }
  }
}
