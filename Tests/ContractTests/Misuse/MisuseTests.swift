import Dispatch
import Foundation
import TestSupport
import Testing

import class Expectations.Expectation

@testable import Expectations

/// No mistake of a user may end the process, and each mistake is recorded at its line.
@Suite struct MisuseTests {
  private struct Refused: Error {}

  /// The failure of a wait for an event that does not come.
  private static func timeout(_ line: Int, of name: String = "never", after limit: String) -> Record {
    .failure(line, "Timed out after \(limit) waiting for \"\(name)\"")
  }

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
    let reported = await recording(Self.useOddCounts).host.problems
    #expect(
      reported == [
        .failure(line + 2, #""odd" can never be complete: its count -1 is negative"#),
        .failure(
          line + 3, #""odd" must not happen, but was fulfilled: MisuseTests.swift:\#(line + 3), concurrency pool"#),
        Self.timeout(line + 5, of: "odd", after: "0.000 s"),
        .failure(line + 2, #""odd" can never be complete: its count \#(Int.min) is negative"#),
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
    let reported = await recording(Self.useOddRanges).host.problems
    #expect(
      reported == [
        .failure(line, #""empty" can never be complete: its count 3..<3 is an empty range"#),
        .failure(line + 1, #""negative" can never be complete: its count -3...-1 is negative"#),
        .failure(line + 2, #""from below" can never be complete: its count -3... is negative"#),
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
    let reported = await recording(Self.useOddTimeouts).host.problems
    func both(_ limit: String) -> [Record] { [line, line + 1].map { Self.timeout($0, after: limit) } }
    let least = both("0 s (a negative timeout, -9223372036.85 s, counts as 0)")
    let slightlyNegative = both("0 s (a negative timeout, -0.000 s, counts as 0)")
    #expect(reported == least + both("0 s") + slightlyNegative + both("0.000 s") + least)
  }

  private static func waitForTheSameTwice() async {
    let done = Expectation("done")
    await wait(for: [done, done], timeout: .zero)
    await wait(for: [done, done], timeout: .zero, enforceOrder: true)
    _ = await wait(forAnyOf: [done, done], timeout: .zero)
  }

  @Test func sameTwice_andAgain() async {
    let line = #line - 7
    let reported = await recording(Self.waitForTheSameTwice).host.problems
    #expect(reported == (line + 1...line + 3).map { Self.timeout($0, of: "done", after: "0 s") })
  }

  private static func fulfillTooOften() async {
    let done = Expectation("done")
    DispatchQueue.concurrentPerform(iterations: 1000) { _ in done.fulfill() }
    await done.wait()
    DispatchQueue.concurrentPerform(iterations: 1000) { _ in done.fulfill(throwing: Refused()) }
    await done.wait()
  }

  @Test func tooOften_fromEverywhere() async {
    let line = #line - 7
    let reported = await recording(Self.fulfillTooOften).host.problems
    #expect(
      reported == [
        .failure(line, #""done" was fulfilled once too often: MisuseTests.swift:\#(line), background thread"#)
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
    let reported = recording(Self.fulfillWhatIsForgotten).host.problems
    #expect(
      reported == [
        .failure(
          line + 2, #""done" was fulfilled once too often: MisuseTests.swift:\#(line + 2), concurrency pool"#),
        .failure(line, #"No test waited for "done" or read its values; it was fulfilled twice"#),
      ])
  }

  private static func forgetMany() {
    for _ in 0..<10_000 { _ = Expectation("never") }
  }

  @Test(.ownThreads) func neverAwaited_inGreatNumber() {
    let line = #line - 4
    let reported = recording(Self.forgetMany).host.problems
    #expect(reported.count == 10_000)
    let text = "No test waited for \"never\" or read its values; it was never fulfilled"
    #expect(Set(reported) == [.failure(line, text)])
  }

  private static let oddTexts = ["", "\0", "a\nb", "\"", String(repeating: "x", count: 100_000), "é👩‍👩‍👧"]

  private static func useOddTexts() async {
    for text in oddTexts {
      await Expectation(text).wait(timeout: .nanoseconds(1))
    }
  }

  @Test func oddTexts() async {
    let line = #line - 5
    let reported = await recording(Self.useOddTexts).host.problems
    let expected = Self.oddTexts.map { Self.timeout(line, of: $0, after: "0.000 s") }
    // Compare one at a time, because the texts are long.
    #expect(reported.count == expected.count)
    for (one, other) in zip(reported, expected) { #expect(one == other) }
  }

  private static func misuseARecorder() async {
    let events = Recorder<Int>("events")
    for count in [-1, 0, .min, .max] {
      _ = try? await events.next(count, timeout: .nanoseconds(1))
      _ = try? blocking { try events.next(count, timeout: .zero) }
      await events.skip(count, timeout: .seconds(Int64.min))
    }
    await events.expectNone(for: .seconds(-1))
    events.record(1)
    events.recordEnd()
    events.record(2)
    events.record(throwing: CancellationError())
    await events.expectNone(for: .seconds(Int64.max))
    _ = try? await events.failure()
    _ = try? await events.finish(timeout: .seconds(Int64.max))
    _ = try? await events.next(.max)
    let saved = Expectation(notification: Notification.Name(""), count: .min, where: { _ in false })
    NotificationCenter.default.post(name: Notification.Name(""), object: nil)
    await saved.wait(timeout: .seconds(-1))
  }

  @Test func recorder() async {
    let line = #line - 21
    let reported = await recording(Self.misuseARecorder).host.problems
    func impossible(_ count: Int) -> [Record] {
      (2...4).map { .failure(line + $0, #""events" can never be complete: its count \#(count) is negative"#) }
    }
    let tooMany = ["0.000 s", "0 s", "0 s (a negative timeout, -9223372036.85 s, counts as 0)"].enumerated().map {
      Record.failure(line + 2 + $0, #"Timed out after \#($1): "events" recorded 0 of \#(Int.max) events"#)
    }
    #expect(reported.prefix(9) == ArraySlice(impossible(-1) + impossible(.min) + tooMany))
    #expect(
      reported.dropFirst(9) == [
        .failure(line + 9, #""events" recorded an event after its end: 2"#),
        .failure(line + 11, #""events" recorded 1 event where none was expected"#),
        .failure(line + 12, #""events" recorded 1 event instead of an error"#),
        .failure(line + 13, #""events" recorded 1 event instead of its end"#),
        .failure(line + 14, #""events" ended after 1 of \#(Int.max) events"#),
        .failure(line + 15, #""" can never be complete: its count \#(Int.min) is negative"#),
      ])
  }
}
