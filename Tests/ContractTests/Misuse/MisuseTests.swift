import Dispatch
import Foundation
import TestSupport
import Testing

import class Expectations.Expectation

@testable import Expectations

/// No mistake of a user may end the process, and each mistake is recorded at its line.
@Suite struct MisuseTests {
  /// The failure of a wait for an event that does not come.
  private func timeout(_ line: Int, of name: String = "never", after limit: String) -> Record {
    .failure(line, "Timed out after \(limit) waiting for \"\(name)\"")
  }

  @Test func ranges() async {
    let (_, host) = await recording {
      await Expectation("empty", count: 3..<3).wait(timeout: .zero)
      await Expectation("negative", count: -3...(-1)).wait(timeout: .zero)
      await Expectation("from below", count: (-3)...).wait(timeout: .zero)
      await Expectation("all", count: 0...Int.max).wait(timeout: .zero)
      await Expectation("lowest", count: Int.min..<Int.min).wait(timeout: .zero)
    }
    host.expect(
      .failure(1, #""empty" can never be complete: its count 3..<3 is an empty range"#),
      .failure(2, #""negative" can never be complete: its count -3...-1 is negative"#),
      .failure(3, #""from below" can never be complete: its count -3... is negative"#),
      .failure(5, #""lowest" can never be complete: its count \#(Int.min)..<\#(Int.min) is an empty range"#))
  }

  @Test func timeouts() async {
    let (_, host) = await recording {
      for timeout in [Duration.seconds(Int64.min), .zero, .nanoseconds(-1), .nanoseconds(1), .seconds(-1) * 1e18] {
        await Expectation("never").wait(timeout: timeout)
        blocking { Expectation("never").wait(timeout: timeout) }
      }
      let done = Expectation("done")
      done.fulfill()
      await done.wait(timeout: .seconds(Int64.max))
      blocking { done.wait(timeout: .seconds(Int64.max)) }
    }
    func both(_ limit: String) -> [Record] { [2, 3].map { timeout($0, after: limit) } }
    let least = both("0 s (a negative timeout, -9223372036.85 s, counts as 0)")
    let slightlyNegative = both("0 s (a negative timeout, -0.000 s, counts as 0)")
    #expect(host.problems == least + both("0 s") + slightlyNegative + both("0.000 s") + least)
  }

  @Test func sameTwice_andAgain() async {
    let (_, host) = await recording {
      let done = Expectation("done")
      await wait(for: [done, done], timeout: .zero)
      await wait(for: [done, done], timeout: .zero, enforceOrder: true)
      _ = await wait(forAnyOf: [done, done], timeout: .zero)
    }
    #expect(host.problems == (2...4).map { timeout($0, of: "done", after: "0 s") })
  }

  @Test func tooOften_fromEverywhere() async {
    let (_, host) = await recording {
      let done = Expectation("done")
      DispatchQueue.concurrentPerform(iterations: 1000) { _ in done.fulfill() }
      await done.wait()
      DispatchQueue.concurrentPerform(iterations: 1000) { _ in done.fulfill(throwing: Refused()) }
      await done.wait()
    }
    host.expect(.failure(2, #""done" was fulfilled once too often: \#(host.place(2)), background thread"#))
  }

  /// The handler keeps the expectation alive.
  @Test func fulfilledAfterItIsForgotten() {
    let (_, host) = recording {
      var done: Expectation<Void>? = Expectation("done")
      let handler = done!.handler
      let weak = { [weak done] in done?.fulfill() }
      done = nil
      handler()
      weak()
    }
    host.expect(
      .failure(3, #""done" was fulfilled once too often: \#(host.place(3)), concurrency pool"#),
      .failure(1, #"No test waited for "done" or read its values; it was fulfilled twice"#))
  }

  @Test(.ownThreads) func neverAwaited_inGreatNumber() {
    let (_, host) = recording { for _ in 0..<10_000 { _ = Expectation("never") } }
    let problems = host.problems
    #expect(problems.count == 10_000)
    let text = "No test waited for \"never\" or read its values; it was never fulfilled"
    #expect(Set(problems) == [.failure(0, text)])
  }

  @Test func oddTexts() async {
    let texts = ["", "\0", "a\nb", "\"", String(repeating: "x", count: 100_000), "é👩‍👩‍👧"]
    let (_, host) = await recording { for text in texts { await Expectation(text).wait(timeout: .nanoseconds(1)) } }
    let expected = texts.map { timeout(0, of: $0, after: "0.000 s") }
    // Compare one at a time, because the texts are long.
    #expect(host.problems.count == expected.count)
    for (one, other) in zip(host.problems, expected) { #expect(one == other) }
  }

  @Test func recorder() async {
    let (_, host) = await recording {
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
    func impossible(_ count: Int) -> [Record] {
      (3...5).map { .failure($0, #""events" can never be complete: its count \#(count) is negative"#) }
    }
    let tooMany = ["0.000 s", "0 s", "0 s (a negative timeout, -9223372036.85 s, counts as 0)"].enumerated().map {
      Record.failure(3 + $0, #"Timed out after \#($1): "events" recorded 0 of \#(Int.max) events"#)
    }
    let others: [Record] = [
      .failure(10, #""events" recorded an event after its end: 2"#),
      .failure(12, #""events" recorded 1 event where none was expected"#),
      .failure(13, #""events" recorded 1 event instead of an error"#),
      .failure(14, #""events" recorded 1 event instead of its end"#),
      .failure(15, #""events" ended after 1 of \#(Int.max) events"#),
      .failure(16, #""" can never be complete: its count \#(Int.min) is negative"#),
    ]
    #expect(host.problems == impossible(-1) + impossible(.min) + tooMany + others)
  }
}
