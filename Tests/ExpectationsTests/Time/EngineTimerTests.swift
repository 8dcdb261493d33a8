import Testing

@testable import Expectations

/// When the timer of the engine fires, and when beats are due, at given instants.
@Suite struct EngineTimerTests {
  private static let site = CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column)

  private static func at(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: milliseconds * 1_000_000) }

  private final class Script {
    var state = EngineState(setTimer: { _ in })
    let expectation: TableKey

    init() {
      state.clock = FairClock(stallLimit: 30_000_000_000)
      expectation = state.machine.expectations.insert(
        ExpectationState(origin: nil, bounds: FulfillmentCount(exactly: 1)))
    }

    /// Begins a wait at 0 that may take so many milliseconds.
    func begin(_ milliseconds: Int64) throws -> TableKey {
      try begin(.ofLibrary(limit: milliseconds * 1_000_000, site: site))
    }

    func begin(_ wait: Wait) throws -> TableKey {
      let beginning = state.begin(WaitReference(object: wait), wait.terms, for: [expectation], inside: nil, at: at(0))
      guard case .pending(let key) = beginning else { throw Decided() }
      return key
    }

    func answerAll(at instant: Instant) {
      for queue in [QueueSet.main, .global, .mediumPool, .highPool] { state.answer(queue, at: instant) }
    }
  }

  private struct Decided: Error {}

  private let script = Script()

  @Test func timer_firesWhenTheTimeIsOver_andNotBefore() throws {
    let key = try script.begin(10)
    #expect(script.state.firesAt == Self.at(10).next)
    #expect(script.state.fire(at: Self.at(10)).0.decided.isEmpty)
    #expect(script.state.fire(at: script.state.firesAt).0.decided.count == 1)
    #expect(script.state.machine.waits[key].verdict?.kind == .timedOut)
  }

  @Test func timer_isSetAnew_whenAStandstillEnds() throws {
    _ = try script.begin(1000)
    while script.state.firesAt < Self.at(980) {
      let now = script.state.firesAt
      _ = script.state.fire(at: now)
      script.answerAll(at: now)
    }
    #expect(script.state.firesAt == Self.at(980) && script.state.fire(at: Self.at(980)).probed == .all)
    // While the clock stands still, it is checked from time to time.
    #expect(script.state.fire(at: script.state.firesAt).0.decided.isEmpty)
    #expect(script.state.firesAt == Self.at(1100).next)
    script.answerAll(at: Self.at(1020))
    #expect(script.state.clock.uncounted == 30_000_000)
    #expect(script.state.firesAt <= Self.at(1030).next)
  }

  @Test func waitThatBlocksTheMainQueue_endsThoughTheClockStandsStill() throws {
    let key = try script.begin(1000)
    _ = script.state.fire(at: Self.at(100))
    _ = script.state.fire(at: Self.at(1400))
    #expect(script.state.machine.waits[key].verdict == nil)
    script.state.noteBlocksMainQueue([key], at: Self.at(1450))
    #expect(script.state.firesAt <= Self.at(1450))
    #expect(script.state.fire(at: Self.at(1450)).0.decided.count == 1)
  }

  /// It goes on for the rest of the condition's time, but the pool may not have a thread for it.
  @Test func conditionThatIsNotResumedAfterAPause_hasBeats() throws {
    let span = WaitTerms.Span(began: Self.at(0), limit: 1_000_000_000)
    _ = try script.begin(
      .pause(10_000_000, atMost: span.limit, of: span, isInRealTime: false, isWindow: false, site: Self.site))
    #expect(script.state.fire(at: Self.at(11)).0.decided.count == 1)
    #expect(script.state.firesAt == Self.at(100) && script.state.fire(at: Self.at(100)).probed == .all)
    script.answerAll(at: Self.at(5000))
    #expect(script.state.clock.uncounted == 4_890_000_000)
  }

  @Test func timer_firesDuringAnEvaluation_soItNoticesThatTheProcessDidNotRun() {
    script.state.beginEvaluation(at: Self.at(0))
    _ = script.state.fire(at: script.state.firesAt)
    #expect(script.state.firesAt == Self.at(1000) && script.state.fire(at: Self.at(4000)).0.decided.isEmpty)
    #expect(script.state.clock.absent == 3_500_000_000)
    script.state.endEvaluation()
    _ = script.state.fire(at: Self.at(4500))
    #expect(script.state.firesAt == .never)
  }

  @Test func lastBeat_comesShortlyBeforeTheDeadline() {
    func next(_ beats: Beats) -> Instant { beats.next(from: Self.at(0), limit: 1_000_000_000, deadline: Self.at(1000)) }
    var beats = Beats()
    #expect(next(beats) == Self.at(100))
    beats.noteBeat(at: Self.at(100))
    #expect(next(beats) == Self.at(350))
    beats.noteBeat(at: Self.at(750))
    #expect(next(beats) == Self.at(980))
    beats.noteBeat(at: Self.at(980))
    #expect(next(beats) == Self.at(1230))
  }
}
