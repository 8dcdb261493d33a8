import Testing

@testable import Expectations

/// Scripts for the time of waits that block a queue. All instants are milliseconds.
@Suite struct OwnTimeTests {
  private static func at(_ milliseconds: Int64) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: milliseconds * 1_000_000)
  }

  /// The fair clock and the own time, which get all events, as in the engine.
  private final class Script {
    var fair = FairClock(stallLimit: 30_000_000_000)
    var own = OwnTime()

    func advance(_ now: Int64) {
      _ = own.advance(beside: &fair, at: at(now))
    }
    func block(_ queues: QueueSet, _ now: Int64) {
      advance(now)
      own.noteBlocked(queues, beside: fair, at: at(now))
    }
    func blockMainUntilItAnswers(_ now: Int64) {
      advance(now)
      own.noteMainIsBlocked(beside: fair, at: at(now))
    }
    func check(_ now: Int64, next: Int64) {
      advance(now)
      own.check(at: at(now), next: at(next))
      _ = fair.check(at: at(now), next: at(next))
    }
    func beat(_ now: Int64, answers: QueueSet) -> QueueSet {
      advance(now)
      own.beat(at: at(now))
      let probed = fair.beat(at: at(now))
      answer(answers, now)
      return probed
    }
    func answer(_ queues: QueueSet, _ now: Int64) {
      advance(now)
      for queue in [QueueSet.main, .global, .mediumPool, .highPool] where queues.contains(queue) {
        own.answer(queue, at: at(now))
        _ = fair.answer(queue, at: at(now))
      }
    }
    func shows(_ now: Int64) -> Int64 { fair.instant(at: at(now)).nanoseconds / 1_000_000 }
    func passed(_ now: Int64) -> [Int64] {
      advance(now)
      return [own.passed.main, own.passed.pool].map { $0 / 1_000_000 }
    }
  }

  private let script = Script()

  @Test func whatWaitsBlock_isAStallForOthers_andTimeForThem() {
    script.check(100, next: 900)
    script.block(.main, 100)
    _ = script.beat(100, answers: [.global, .pool])
    #expect(script.shows(600) == 110)
    #expect(script.passed(600) == [490, 0])
    // The main queue runs again.
    script.block([], 700)
    script.answer(.main, 700)
    #expect(script.shows(800) == 210)
    #expect(script.passed(800) == [590, 0] && !script.own.isRunning)
  }

  @Test func whatElseDoesNotRun_isAStallForAll() {
    script.check(100, next: 5000)
    script.block(.main, 100)
    _ = script.beat(100, answers: [.global, .pool])
    #expect(script.passed(300) == [190, 0])
    // The next beat, in the standstill of the others, finds that the pool does not run any more.
    #expect(script.beat(300, answers: [.global]) == [.global, .pool])
    #expect(script.passed(900) == [200, 0])
    script.answer(.pool, 1000)
    #expect(script.passed(1100) == [300, 0])
  }

  @Test func waitsThatBlockBothQueues_doNotStandStillForEachOther() {
    script.check(100, next: 5000)
    script.block([.main, .pool, .global], 100)
    _ = script.beat(100, answers: [])
    #expect(script.shows(600) == 110)
    #expect(script.passed(600) == [490, 490])
  }

  @Test func mainQueueThatAWaitWasFoundToBlock_isBlockedUntilItAnswers() {
    script.check(100, next: 5000)
    _ = script.beat(100, answers: [.global, .pool])
    #expect(script.passed(300) == [0, 0])
    script.blockMainUntilItAnswers(300)
    // Nothing else is found to block it.
    script.block([], 400)
    #expect(script.passed(500) == [200, 0])
    script.answer(.main, 600)
    script.block([], 600)
    #expect(script.passed(900) == [300, 0] && !script.own.isRunning)
  }

  @Test func queueThatRuns_isNotBlocked() {
    script.check(100, next: 5000)
    script.blockMainUntilItAnswers(100)
    script.block([], 200)
    #expect(!script.own.isRunning && script.passed(300) == [0, 0])
  }

  @Test func processThatDoesNotRun_givesNoTimeToAnyWait() {
    script.check(100, next: 200)
    script.block(.main, 100)
    _ = script.beat(100, answers: [.global, .pool])
    script.check(100, next: 200)
    // The check at 200 comes at 3000.
    script.check(3000, next: 3100)
    #expect(script.passed(3000)[0] <= 190)
  }

  @Test func standstill_endsWithTheStallLimit_andOwnTimeWithIt() {
    script.fair.stallLimit = 1_000_000_000
    script.check(100, next: 1100)
    script.block(.main, 100)
    _ = script.beat(100, answers: [.global, .pool])
    script.check(1100, next: 2000)
    #expect(script.passed(1100) == [990, 0])
    // From now on, the time passes for all.
    #expect(script.passed(1500) == [990, 0] && script.shows(1500) == 510)
  }

  // MARK: Stalls

  @Test func beatInAStandstill_accusesNoQueueThatWasJustProbed() {
    var clock = FairClock(stallLimit: 30_000_000_000)
    _ = clock.check(at: Self.at(100), next: Self.at(5000))
    _ = clock.beat(at: Self.at(100))
    for queue in [QueueSet.global, .mediumPool, .highPool] { _ = clock.answer(queue, at: Self.at(101)) }
    #expect(clock.stall(at: Self.at(600))?.queues == .main)
    #expect(clock.beat(at: Self.at(600)) == [.global, .pool])
    #expect(clock.stall(at: Self.at(601))?.queues == .main)
    for queue in [QueueSet.global, .mediumPool] { _ = clock.answer(queue, at: Self.at(601)) }
    #expect(clock.stall(at: Self.at(701))?.queues == [.main, .highPool])
    _ = clock.answer(.main, at: Self.at(702))
    #expect(clock.answer(.highPool, at: Self.at(703))?.queues == [.main, .highPool])
  }
}
