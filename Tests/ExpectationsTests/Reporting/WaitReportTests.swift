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

  private static func encoded(_ report: WaitReport) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: JSONEncoder().encode(report)) as? [String: Any])
  }

  @Test(arguments: outcomes)
  func encoded_namesTheOutcome(outcome: WaitReport.Outcome) throws {
    let object = try Self.encoded(Sample.report(outcome, []))
    guard case .cannotComplete(let reason) = outcome else {
      #expect(object["outcome"] as? String == "\(outcome)")
      return
    }
    #expect(object["outcome"] as? [String: String] == ["cannotComplete": reason])
  }

  @Test func encoded_hasAlsoWhatOnlyTheTextShows() throws {
    var report = Sample.report(
      .threw, [], limit: nil, error: Refused(), context: .queue("up\"load"), delay: .milliseconds(60))
    report.probes = [Sample.probe(.concurrencyPool, answer: nil, silence: .seconds(4))]
    (report.poolSize, report.blockedPoolThreads) = (2, 1)
    (report.isAnyOf, report.clocks, report.missingSignal) = (true, ["a manual clock of this test"], "published")
    let object = try Self.encoded(report)
    #expect(object["limit"] == nil)
    #expect(object["errorDescription"] as? String == "Refused()")
    #expect(object["waitedOn"] as? String == "queue \"up\"load\"")
    #expect(object["delay"] as? Double == 0.06)
    let probe = (object["probes"] as? [[String: Any]])?.first
    #expect(probe?["target"] as? String == "concurrencyPool")
    #expect(probe?["silence"] as? Double == 4)
    #expect(object["poolSize"] as? Int == 2)
    #expect(object["blockedPoolThreads"] as? Int == 1)
    #expect(object["isAnyOf"] as? Bool == true)
    #expect(object["clocks"] as? [String] == ["a manual clock of this test"])
    #expect(object["missingSignal"] as? String == "published")
  }

  @Test func encoded_hasSeconds_andNames() throws {
    let report = Sample.report(.timedOut, [Sample.entry("saved", times: [.milliseconds(12)])])
    let object = try Self.encoded(report)
    #expect(object["outcome"] as? String == "timedOut")
    #expect(object["elapsed"] as? Double == 5.004)
    #expect(object["waitedOn"] as? String == "suspended")
    let entry = (object["expectations"] as? [[String: Any]])?.first
    #expect((entry?["fulfillments"] as? [[String: Any]])?.first?["time"] as? Double == 0.012)
    #expect((entry?["createdAt"] as? [String: Any])?["line"] as? Int == 24)
  }

  @Test func encoded_namesTheIndexOfTheDecisiveExpectation_andOfTheAwaitedOne() throws {
    let entries = [Sample.entry("opened", handlersReleased: .milliseconds(3)), Sample.entry("saved")]
    let report = Sample.report(.incorrectOrder, entries, decisive: 1, awaited: 0)
    let object = try Self.encoded(report)
    #expect(object["decisiveIndex"] as? Int == 1)
    #expect(object["awaitedIndex"] as? Int == 0)
    let entry = (object["expectations"] as? [[String: Any]])?.first
    #expect(entry?["handlersReleasedTime"] as? Double == 0.003)
  }

  @Test func extremes_areEncodedToo() throws {
    let report = Sample.report(.timedOut, [], limit: nil, timeout: .seconds(Int64.max))
    #expect(try Self.encoded(report)["timeout"] as? Double == Double(Int64.max) / 1e9)
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
