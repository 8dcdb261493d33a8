import Testing

@testable import Expectations

/// Asking a queue whether it can run anything, scripted.
@Suite struct QuestionTests {
  private typealias Block = @Sendable () -> Void

  private static func questionee() -> (Questionee, sent: Locked<[Block]>) {
    let sent = Locked<[Block]>([])
    return (Questionee(.mainQueue) { block in sent.withLock { $0.append(block) } }, sent)
  }

  private static func at(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: milliseconds * 1_000_000) }

  @Test func unanswered_isSentOnce_howeverManyAsk() {
    let (queue, sent) = Self.questionee()
    let questions = (0..<100).map { queue.ask(at: Self.at(Int64($0) * 1000)) }
    #expect(sent.withLock { $0.count } == 1)
    #expect(questions.allSatisfy { $0 === questions[0] })
    #expect(questions[0].answer(by: .never) == nil)
  }

  @Test func answered_isAskedAnew_onceItIsNotFreshAnyMore() {
    let (queue, sent) = Self.questionee()
    let first = queue.ask(at: Self.at(0))
    sent.withLock { $0 }[0]()
    #expect(queue.ask(at: Self.at(4)) === first)
    #expect(queue.ask(at: Self.at(6)) !== first)
    #expect(sent.withLock { $0.count } == 2)
  }

  @Test func answer_afterTheDeadline_isNone() {
    let question = Question(sent: Self.at(0))
    question.answer(at: Self.at(10))
    #expect(question.answer(by: Self.at(9)) == nil)
    #expect(question.answer(by: Self.at(10)) == Self.at(10))
  }

  @Test func firstLook_isAfterATenth_butSoon_andNotInShortWaits() {
    let looks: [Int64] = [19, 20, 1000, 5000, 60_000].map { limit in
      Probes.firstLook(from: Self.at(0), limit: limit * 1_000_000).nanoseconds / 1_000_000
    }
    #expect(looks == [Instant.never.nanoseconds / 1_000_000, 2, 100, 500, 500])
  }
}
