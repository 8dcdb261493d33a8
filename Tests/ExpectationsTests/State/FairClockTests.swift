import TestSupport
import Testing

@testable import Expectations

private func at(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: milliseconds * 1_000_000) }

/// Scripts for the fair clock. All instants are milliseconds.
@Suite struct FairClockTests {
  /// A clock with its time in milliseconds.
  private final class Script {
    var clock = FairClock(stallLimit: 30_000_000_000)

    func check(_ now: Int64, next: Int64) -> Stall? { clock.check(at: at(now), next: at(next)) }
    func beat(_ now: Int64) -> QueueSet { clock.beat(at: at(now)) }
    func beginBeat() {
      _ = check(100, next: 600)
      _ = beat(100)
    }
    func answer(_ queue: QueueSet, _ now: Int64) -> Stall? { clock.answer(queue, at: at(now)) }
    func answerAll(_ now: Int64) -> Stall? {
      [QueueSet.main, .global, .mediumPool, .highPool].compactMap { clock.answer($0, at: at(now)) }.last
    }
    func shows(_ now: Int64) -> Int64 { clock.instant(at: at(now)).nanoseconds / 1_000_000 }
  }

  private let script = Script()

  @Test func events_neverShareAnInstant_evenWhileTheClockStandsStill() {
    script.beginBeat()
    let instants = [200, 200, 300].map { script.clock.tick(at: at($0)).fair }
    #expect(instants == [at(110), at(110).next, at(110).next.next])
    #expect(script.clock.instant(at: at(300)) == instants[2])
  }

  @Test func processThatDoesNotRun_usesUpNoTime() {
    script.clock.expectCheck(at: at(100))
    #expect(script.shows(40) == 40)
    // The process stopped at an unknown instant soon after the last check, so nothing since then counts. The next event
    // to run finds that out.
    #expect(script.shows(3050) == 40)
    #expect(script.check(3051, next: 3150) == Stall(began: at(100), ended: at(3050), queues: []))
    #expect(script.shows(3100) == 90)
    #expect(at(200).advanced(by: script.clock.uncounted) == at(3210))
  }

  @Test func processThatDoesNotRun_isAbsent_alsoWhileTheClockStandsStill() {
    script.beginBeat()
    #expect(script.shows(150) == 110 && script.check(160, next: 200) == nil)
    _ = script.answerAll(3160)
    #expect(script.shows(3160) == 110 && script.clock.absent == 3_000_000_000)
  }

  @Test func check_aLittleLate_excludesAsMuchBefore() {
    script.clock.expectCheck(at: at(100))
    #expect(script.shows(0) == 0)
    // Late by 20: the process may have stopped 20 ms earlier. If all the time since the last check were excused, no
    // time would pass on a busy computer.
    #expect(script.check(120, next: 500) == nil)
    #expect(script.shows(120) == 80)
  }

  @Test func check_lateWithinTheTolerance_isOnTime() {
    script.clock.expectCheck(at: at(100))
    #expect(script.shows(0) == 0 && script.shows(110) == 110)
    // The process was seen after the due instant, so only the time after that is late.
    #expect(script.check(125, next: 500) == nil)
    #expect(script.shows(125) == 110)
  }

  @Test func lateness_beyondTheStallLimit_counts() {
    _ = script.check(0, next: 0)
    _ = script.check(100_000, next: 200_000)
    #expect(script.shows(100_000) == 70_000)
  }

  @Test func clock_standsStill_untilAllHaveAnswered() {
    script.beginBeat()
    for queue in [QueueSet.main, .global, .highPool] { #expect(script.answer(queue, 101) == nil) }
    #expect(script.clock.awaitsAnswers && script.shows(110) == 110 && script.shows(5000) == 110)
    #expect(script.check(5000, next: 5100) == nil)
    #expect(script.clock.stall(at: at(5000))?.queues == .mediumPool)
    let stall = script.answer(.mediumPool, 6100)
    #expect(stall == Stall(began: at(100), ended: at(6100), queues: .mediumPool))
    #expect(!script.clock.awaitsAnswers && script.shows(6100) == 110)
    #expect(script.check(6105, next: 6600) == nil)
    #expect(script.shows(6200) == 210)
    #expect(script.clock.lastLatency == 6_000_000_000)
  }

  @Test func lateAnswer_belowAStall_isNotToldOf_butDoesNotCount() {
    script.beginBeat()
    #expect(script.answerAll(190) == nil)
    #expect(script.shows(200) == 120)
  }

  @Test func beat_probesNoQueueTwice() {
    script.beginBeat()
    _ = script.answer(.main, 101)
    #expect(script.beat(200) == .main)
    #expect(script.shows(300) == 110)
  }

  @Test func lookThatIsLateAfterAStall_takesNothingTwice() {
    script.beginBeat()
    #expect(script.shows(1000) == 110)
    _ = script.answerAll(1100)
    // Late by 20, and nothing before that is excused again.
    #expect(script.shows(1120) == 110)
  }

  @Test func lookDueWhileItStoodStill_isNotLate() {
    _ = script.check(100, next: 150)
    _ = script.beat(100)
    _ = script.answerAll(1100)
    #expect(script.shows(1105) == 115)
    #expect(script.check(1105, next: 2000) == nil)
    #expect(script.shows(1205) == 215)
  }

  @Test func stall_isBounded_andThenItRunsOn_untilTheNextOne() {
    script.beginBeat()
    for queue in [QueueSet.main, .global, .highPool] { _ = script.answer(queue, 101) }
    #expect(script.check(30_099, next: 30_100) == nil)
    #expect(script.shows(30_099) == 110)
    #expect(script.check(30_100, next: 30_600)?.queues == .mediumPool)
    #expect(script.shows(30_600) == 610)
    // The clock stands still for the other queues, but no longer for an ignored one.
    #expect(script.beat(30_600) == [.main, .global, .highPool])
    #expect(script.shows(31_000) == 620)
    for queue in [QueueSet.main, .global, .highPool] { _ = script.answer(queue, 31_000) }
    _ = script.check(31_000, next: 31_500)
    #expect(script.shows(31_100) == 720)
    // It answers after all, and the clock awaits its answers again.
    #expect(script.answer(.mediumPool, 40_000) == nil)
    _ = script.check(40_000, next: 40_500)
    #expect(script.beat(40_000) == .all)
    for queue in [QueueSet.main, .global, .highPool] { _ = script.answer(queue, 40_001) }
    #expect(script.clock.awaitsAnswers)
    #expect(script.shows(41_000) == script.shows(40_010))
  }

  @Test func queueThatIsSeenToRun_isAwaitedBeyondTheLimit_andNoOther() {
    script.beginBeat()
    for queue in [QueueSet.global, .highPool] { _ = script.answer(queue, 101) }
    script.clock.noteRuns(.mediumPool, at: at(20_000))
    // It has answered: this says nothing about the next probe.
    script.clock.noteRuns(.highPool, at: at(21_000))
    #expect(script.clock.givesUpAt == at(30_100))
    _ = script.check(30_100, next: 30_600)
    #expect(script.clock.awaited == .mediumPool && script.shows(30_600) == 110)
    #expect(script.clock.givesUpAt == at(50_000))
    #expect(script.check(49_999, next: 50_000) == nil)
    #expect(script.check(50_000, next: 50_600)?.queues == [.main, .mediumPool])
    #expect(script.clock.givesUpAt == nil && script.shows(50_600) == 710)
  }

  @Test func queueThatIsSeenToRun_andAnswersAtLast_usesUpNoTime() {
    script.beginBeat()
    for second in 1...200 { script.clock.noteRuns(.all, at: at(Int64(second) * 1000)) }
    _ = script.answerAll(200_100)
    #expect(script.shows(200_100) == 110)
  }

  @Test func withoutAStallLimit_itShowsRealTime() {
    script.clock = FairClock(stallLimit: 0)
    script.clock.expectCheck(at: at(100))
    #expect(script.shows(5000) == 5000)
    #expect(script.check(5000, next: 5100) == nil)
    _ = script.beat(5000)
    #expect(!script.clock.awaitsAnswers && script.shows(9000) == 9000)
    #expect(script.answerAll(9000) == nil)
    #expect(script.shows(9000) == 9000)
  }
}

/// The fair clock with some events in every order, compared with a simple account of each millisecond.
@Suite(.ownThreads) struct FairClockAccountTests {
  private enum Event: CaseIterable {
    case expectCheck, check, beat, answerMain, answerPool, pass, stop, read
  }

  /// The rules of the clock in another form: every millisecond has a mark that says whether it counts.
  private struct Account {
    var now: Int64 = 0
    var marks: [Bool] = []
    var nextCheck: Int64?
    var lastSeen: Int64 = 0
    var asked: [QueueSet: Int64] = [:]
    var awaitsAnswersSince: Int64?
    /// The last time that the clock showed.
    var shown: Int64 = 0

    var counted: Int64 { Int64(marks.count { $0 }) }
    var awaitsAnswers: Bool { !asked.isEmpty }

    mutating func pass(_ milliseconds: Int64) {
      for _ in 0..<milliseconds {
        now += 1
        marks.append(awaitsAnswersSince.map { now <= $0 + 10 } ?? true)
      }
    }

    /// Notes a reading of the clock, which may find that the deadline timer did not check in time.
    mutating func see() {
      defer { lastSeen = now }
      guard awaitsAnswersSince == nil, let due = nextCheck, now > due + 10 else { return }
      let late = now - max(due, lastSeen)
      let before = max(0, min(late, due - lastSeen))
      for index in Int(now - late - before)..<Int(now) { marks[index] = false }
      nextCheck = now
    }

    mutating func update() {
      if !awaitsAnswers {
        if awaitsAnswersSince != nil {
          if let next = nextCheck { nextCheck = max(next, now) }
          lastSeen = now
        }
        awaitsAnswersSince = nil
      } else if awaitsAnswersSince == nil {
        see()
        awaitsAnswersSince = now
      }
    }
  }

  @Test func clock_agreesWithTheAccount_inEveryOrder() {
    let depth = ProofSize.of(small: 5, full: 7)
    var orders = 0
    var violations: [String] = []
    func descend(_ clock: FairClock, _ account: Account, _ path: [Event]) {
      guard violations.count < 5 else { return }
      guard path.count < depth else {
        orders += 1
        return
      }
      for event in Event.allCases {
        var (clock, account) = (clock, account)
        Self.perform(event, &clock, &account)
        // Reading the clock is an event of its own, because it detects that the process did not run.
        if event == .read {
          let shown = clock.instant(at: at(account.now))
          if shown != at(account.counted) || account.counted < account.shown {
            violations.append("\(path + [event]): \(shown.nanoseconds / 1_000_000), not \(account.counted)")
            return
          }
          account.shown = account.counted
        }
        descend(clock, account, path + [event])
      }
    }
    var clock = FairClock(stallLimit: 1_000_000_000_000)
    _ = clock.instant(at: at(0))
    descend(clock, Account(), [])
    #expect(violations == [])
    #expect(orders == ProofSize.of(small: 32_768, full: 2_097_152))
  }

  private static func perform(_ event: Event, _ clock: inout FairClock, _ account: inout Account) {
    let now = at(account.now)
    switch event {
    case .expectCheck:
      clock.expectCheck(at: at(account.now + 20))
      account.nextCheck = min(account.nextCheck ?? .max, account.now + 20)
    case .check:
      account.see()
      _ = clock.check(at: now, next: at(account.now + 50))
      account.nextCheck = account.now + 50
    case .beat:
      // A beat comes right after a check.
      account.see()
      _ = clock.check(at: now, next: at(account.now + 50))
      account.nextCheck = account.now + 50
      _ = clock.beat(at: now)
      for queue in [QueueSet.main, .global, .mediumPool, .highPool] where account.asked[queue] == nil {
        account.asked[queue] = account.now
      }
      for queue in [QueueSet.global, .highPool] {
        _ = clock.answer(queue, at: now)
        account.asked[queue] = nil
      }
    case .answerMain, .answerPool:
      let queue: QueueSet = event == .answerMain ? .main : .mediumPool
      account.see()
      _ = clock.answer(queue, at: now)
      account.asked[queue] = nil
    case .read: account.see()
    case .pass: account.pass(7)
    case .stop: account.pass(400)
    }
    account.update()
  }
}
