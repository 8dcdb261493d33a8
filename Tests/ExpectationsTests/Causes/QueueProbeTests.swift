import Testing

@testable import Expectations

/// Scripts for probing a queue.
@Suite struct QueueProbeTests {
  private typealias Block = @Sendable () -> Void

  private static func at(_ milliseconds: Int64) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: milliseconds * 1_000_000)
  }

  @Test func probe_isAnsweredWhenItsBlockRuns() {
    let sent = Locked<[Block]>([])
    let answers = Locked<[QueueSet]>([])
    let main = ProbeTarget(.main) { block in sent.withLock { $0.append(block) } }
    #expect(main.last == nil)
    main.sendProbe(at: Self.at(0)) { queue in answers.withLock { $0.append(queue) } }
    let probe = main.last
    #expect(probe?.answer(by: .never) == nil && answers.withLock { $0 } == [])
    sent.withLock { $0 }[0]()
    #expect(probe?.answer(by: .never) != nil && answers.withLock { $0 } == [.main])
    main.sendProbe(at: Self.at(10)) { _ in }
    #expect(main.last !== probe && main.last?.answer(by: .never) == nil)
  }

  @Test func answer_afterTheDeadline_isNone() {
    let probe = QueueProbe(sent: Self.at(0))
    probe.answer(at: Self.at(10))
    #expect(probe.answer(by: Self.at(9)) == nil)
    #expect(probe.answer(by: Self.at(10)) == Self.at(10))
  }

  @Test func firstCheck_isAfterATenth_butSoon_andNotInShortWaits() {
    let checks: [Int64] = [19, 20, 1000, 5000, 60_000].map { limit in
      Heartbeat.firstCheck(from: Self.at(0), limit: limit * 1_000_000).nanoseconds / 1_000_000
    }
    #expect(checks == [MonotonicInstant.never.nanoseconds / 1_000_000, 2, 100, 500, 500])
  }

  @Test func interval_isAQuarterOfTheLimit_andShorterWhereAnswersComeLate() {
    let intervals = [(40, 0), (1000, 4), (60_000, 4), (60_000, 5), (60_000, 1000), (60_000, 9000), (100, 9000)].map {
      Heartbeat.interval(limit: $0.0 * 1_000_000, latency: $0.1 * 1_000_000) / 1_000_000
    }
    #expect(intervals == [10, 250, 1000, 50, 250, 1000, 25])
  }
}
