// [documented] The documentation shows lines of this file, and `DocumentedCodeTests` compares them.
import Dispatch
import Foundation
import TestSupport
import Testing

import class Expectations.Expectation

@testable import Expectations
@testable import ExpectationsDiagnosis

/// The rehearsal of a busy computer.
@Suite struct RehearsalTests {
  private static func bursts(_ seed: UInt64, _ count: Int) -> [RehearsalPlan.Burst] {
    var plan = RehearsalPlan(seed: seed)
    return (0..<count).map { _ in plan.next() }
  }

  @Test func sameSeed_givesTheSameBursts() {
    #expect(Self.bursts(7, 100) == Self.bursts(7, 100))
    #expect(Self.bursts(7, 100) != Self.bursts(8, 100))
  }

  @Test func bursts_holdEveryPart_andAreBounded() {
    let bursts = Self.bursts(1, 400)
    for held in RehearsalPlan.Held.allCases {
      #expect(bursts.contains { $0.held == [held] })
      #expect(bursts.contains { $0.held.count == 2 && $0.held.contains(held) })
    }
    #expect(bursts.allSatisfy { Set($0.held).count == $0.held.count && (1...2).contains($0.held.count) })
    #expect(bursts.allSatisfy { (50_000_000...600_000_000).contains($0.length) })
    #expect(bursts.allSatisfy { (20_000_000...300_000_000).contains($0.pause) })
  }

  @Test func value_isBusy_perhapsWithASeed() {
    #expect(RehearsalPlan("busy", newSeed: 4711)?.setting == "EXPECTATIONS_REHEARSAL=busy:4711")
    #expect(RehearsalPlan("busy:12", newSeed: 4711)?.seed == 12)
    for text in ["", "Busy", "busy:", "busy:-1", "busy:x", "busy:99999999999999999999", "slow"] {
      #expect(RehearsalPlan(text, newSeed: 4711) == nil)
    }
  }

  @Test(.realTime) func heldMainQueue_runsNothingElse() async {
    let end = Rehearsal.now() + 50_000_000
    Rehearsal.hold(.mainQueue, until: end)
    let ran = Expectation("ran", of: Int64.self)
    DispatchQueue.main.async { ran.fulfill(Rehearsal.now()) }
    let time = try? await ran.wait()
    #expect(time.map { $0 >= end } == true)
  }

  @Test func whatGetsItsTurnTooLate_holdsNothing() async {
    let (late, ran) = (Expectation("begun late", count: 0), Expectation("ran"))
    Rehearsal.hold(.mainQueue, until: Rehearsal.now()) { late.fulfill() }
    DispatchQueue.main.async { ran.fulfill() }
    await ran.wait()
    await late.wait(timeout: .milliseconds(1))
  }

  @Test func text_saysInWhichBurstsTestsFailed() {
    func at(_ milliseconds: Int64) -> Int64 { milliseconds * 1_000_000 }
    let entries = [
      Rehearsal.Entry(held: [.pool, .mainQueue], began: at(500), ended: at(1_000)),
      Rehearsal.Entry(held: [.processors], began: at(1_500)),
    ]
    let plan = RehearsalPlan(seed: 3)
    #expect(
      Rehearsal.text(plan, [], [], until: at(2), began: at(0))
        == "Expectations: this run rehearsed a busy computer, but ended before the first burst ("
        + "EXPECTATIONS_REHEARSAL=busy:3)")
    #expect(
      Rehearsal.text(plan, entries, [], until: at(2_000), began: at(0)) == """
        Expectations: this run rehearsed a busy computer: 2 bursts, 1.00 s of 2.00 s (EXPECTATIONS_REHEARSAL=busy:3)
          held: the main queue once, the concurrency pool but one thread once, the processors once
        """)
    let failures = [
      Rehearsal.Failure(test: "AppTests.starts()", burst: 0, isInside: false),
      Rehearsal.Failure(test: "DocumentTests.testSaves", burst: 1, isInside: false),
      Rehearsal.Failure(test: "CacheTests.evicts()", burst: 2, isInside: true),
    ]
    #expect(
      Rehearsal.text(plan, entries, failures, until: at(2_000), began: at(0)) == """
        Expectations: this run rehearsed a busy computer: 2 bursts, 1.00 s of 2.00 s (EXPECTATIONS_REHEARSAL=busy:3)
          held: the main queue once, the concurrency pool but one thread once, the processors once
          failures that the library saw:
            AppTests.starts(): before the first burst
            DocumentTests.testSaves: after burst 1, which held the concurrency pool but one thread and the main queue
            CacheTests.evicts(): in burst 2, which held the processors
        """)
  }

  /// The run of a program in which a test fails, at its end.
  @Test(.realTime, .ownThreads) func run_saysHowToRepeatIt_andWhatFailed() async throws {
    let end = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let rehearsal = Rehearsal(RehearsalPlan(seed: 5))
      let clock = ContinuousClock()
      // The first burst comes after its pause. This sleep synchronizes nothing.
      try? await clock.sleep(for: .seconds(1))
      rehearsal.noteFailure(in: "A.fails()")
      exit(EXIT_SUCCESS)
    }
    let lines = String(decoding: end.standardErrorContent, as: UTF8.self).split(separator: "\n").map(String.init)
    #expect(
      lines.first
        == "Expectations: this run rehearses a busy computer; EXPECTATIONS_REHEARSAL=busy:5 repeats its bursts")
    let summary = "Expectations: this run rehearsed a busy computer: "
    #expect(lines.contains { $0.hasPrefix(summary) && $0.hasSuffix(" (EXPECTATIONS_REHEARSAL=busy:5)") }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("    A.fails(): ") && $0.contains(" burst ") }, "\(lines)")
  }
}
