import Foundation
import Testing

import class Expectations.Expectation

@testable import Expectations

/// Reports as tools see them.
@Suite struct WaitReportTests {
  private typealias Sample = SampleReport
  private struct Refused: Error {}

  private static let outcomes: [WaitReport.Outcome] = [
    .completed, .timedOut, .incorrectOrder, .unexpectedFulfillment, .overFulfilled, .threw, .cancelled, .interrupted,
    .cannotComplete("a reason"),
  ]

  private static func recoded(_ report: WaitReport) throws -> WaitReport {
    try JSONDecoder().decode(WaitReport.self, from: JSONEncoder().encode(report))
  }

  @Test(arguments: outcomes)
  func decoded_hasTheSameText(outcome: WaitReport.Outcome) throws {
    let entries = [
      Sample.entry("opened", times: [.milliseconds(12), .nanoseconds(123_456_789)], site: nil, isComplete: true),
      Sample.entry("saved", 2, allowed: .max, handlersReleased: .milliseconds(-3)),
    ]
    var report = Sample.report(
      outcome, entries, limit: outcome == .cancelled ? nil : .seconds(5), decisive: 0, awaited: 1, error: Refused(),
      context: .queue("up\"load"), delay: .milliseconds(60))
    report.probes =
      Sample.answers(.zero, .seconds(1)) + [Sample.probe(.concurrencyPool, answer: nil, silence: .seconds(4))]
    (report.poolSize, report.blockedPoolThreads) = (2, 1)
    (report.isAnyOf, report.clocks, report.missingSignal) = (true, ["a manual clock of this test"], "published")
    let copy = try Self.recoded(report)
    #expect(copy.description == report.description)
    #expect(copy.outcome == outcome)
    #expect(copy.expectations == entries)
    #expect(copy.probes == report.probes)
    #expect(copy.timeline == report.timeline)
    #expect(copy.waitedOn == "queue \"up\"load\"")
    #expect(copy.error == nil && copy.errorDescription == "Refused()")
  }

  @Test func encoded_hasSeconds_andNames() throws {
    let report = Sample.report(.timedOut, [Sample.entry("saved", times: [.milliseconds(12)])])
    let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(report)) as? [String: Any]
    #expect(object?["outcome"] as? String == "timedOut")
    #expect(object?["elapsed"] as? Double == 5.004)
    #expect(object?["waitedOn"] as? String == "suspended")
    let entry = (object?["expectations"] as? [[String: Any]])?.first
    #expect((entry?["fulfillments"] as? [[String: Any]])?.first?["time"] as? Double == 0.012)
    #expect((entry?["createdAt"] as? [String: Any])?["line"] as? Int == 24)
  }

  @Test func encoded_namesTheIndexOfTheDecisiveExpectation_andOfTheAwaitedOne() throws {
    let entries = [Sample.entry("opened", handlersReleased: .milliseconds(3)), Sample.entry("saved")]
    let report = Sample.report(.incorrectOrder, entries, decisive: 1, awaited: 0)
    let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(report)) as? [String: Any]
    #expect(object?["decisiveIndex"] as? Int == 1)
    #expect(object?["awaitedIndex"] as? Int == 0)
    let entry = (object?["expectations"] as? [[String: Any]])?.first
    #expect(entry?["handlersReleasedTime"] as? Double == 0.003)
  }

  @Test func extremes_areEncodedToo() throws {
    let report = Sample.report(.timedOut, [], limit: nil, timeout: .seconds(Int64.max))
    #expect(try Self.recoded(report).timeout == .nanoseconds(Int64.max))
  }

  @Test func unknownOutcome_isADecodingError() {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([WaitReport.Outcome].self, from: Data("[\"exploded\"]".utf8))
    }
  }

  @Test func timeline_isOfRealEvents_inTheirOrder() async {
    let (report, _) = await recording {
      let (first, second) = (Expectation("first"), Expectation("second", count: 2))
      second.fulfill()
      first.fulfill()
      return await outcome(of: first, second, timeout: .milliseconds(1))
    }
    let events = report.timeline
    #expect(events.map(\.kind) == [.created, .created, .fulfilled, .fulfilled, .began, .deadline])
    #expect(events.map(\.expectation) == [0, 1, 1, 0, nil, nil])
    #expect(events[2].number == 1)
    #expect(events[2].callSite?.line == #line - 8)
    #expect(events.map(\.time) == events.map(\.time).sorted())
  }

  @Test func creation_hasItsPlaceAmongTheEventsOfOthers() async {
    let (report, _) = await recording {
      let first = Expectation("first", count: 2)
      first.fulfill()
      let second = Expectation("second")
      first.fulfill()
      return await outcome(of: first, second, timeout: .milliseconds(1))
    }
    let events = report.timeline
    #expect(events.map(\.kind) == [.created, .fulfilled, .created, .fulfilled, .began, .deadline])
    #expect(events.map(\.expectation) == [0, 0, 1, 0, nil, nil])
  }

  @Test func manyFulfillments_keepTheirNumbers() {
    var entry = Sample.entry("often", 300, times: (0..<128).map { .seconds($0) })
    entry.fulfillmentCount = 300
    #expect(entry.number(ofFulfillmentAt: 63) == 64)
    #expect(entry.number(ofFulfillmentAt: 64) == 237)
    #expect(entry.number(ofFulfillmentAt: 127) == 300)
  }
}
