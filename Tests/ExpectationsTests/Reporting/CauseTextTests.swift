import Testing

@testable import Expectations

/// The texts about the causes of a timeout.
@Suite struct CauseTextTests {
  private typealias Sample = SampleReport

  private static let saved = [Sample.entry("saved")]

  private func lines(_ context: CallingContext = .suspended, _ change: (inout WaitReport) -> Void) -> [String] {
    var report = Sample.report(.timedOut, Self.saved, context: context)
    change(&report)
    return CauseText(report).lines
  }

  private func certainties(_ change: (inout WaitReport) -> Void) -> [String] {
    var report = Sample.report(.timedOut, Self.saved)
    change(&report)
    return CauseText(report).certainties
  }

  private static let innocence =
    "the main queue, the global queue and the concurrency pool answered when probed. Not seen is an error that ended a "
    + "task, a lock, an actor, another queue or run loop"

  @Test func nothingIsSaid_ofWhatWasNotObserved() {
    #expect(lines { _ in } == [])
  }

  @Test func allAnswered_meansThatTheseWereNotInTheWay() {
    #expect(
      lines { $0.probes = Sample.answers(.microseconds(140), .microseconds(200), .milliseconds(12)) }
        == [Self.innocence])
  }

  @Test func anAnswerThatTookLong_isSaid_butProvesNothing() {
    #expect(
      lines { $0.probes = Sample.answers(.seconds(3), .microseconds(200), .milliseconds(1)) } == [
        "main queue: answered in 3.00 s · global queue: 0.2 ms · concurrency pool: 1.0 ms"
      ])
  }

  @Test func noAnswer_isSaid() {
    let said = lines { report in
      report.probes = [
        Sample.probe(.mainQueue, answer: nil, silence: .milliseconds(4500)),
        Sample.probe(.globalQueue, answer: .microseconds(200), silence: .microseconds(200)),
      ]
    }
    #expect(said == ["main queue: NO ANSWER for 4.50 s · global queue: answered in 0.2 ms"])
  }

  @Test func aQuestionThatHasJustBeenAsked_provesNothing() {
    let said = lines { report in
      report.probes = [
        Sample.probe(.mainQueue, answer: .zero, silence: .zero),
        Sample.probe(.concurrencyPool, answer: nil, silence: .milliseconds(26)),
      ]
      report.poolSize = 2
    }
    #expect(said == [])
  }

  /// Dispatch may have added threads.
  @Test(arguments: [1, 2]) func poolWithoutAnswer_countsOurOwnWaitsInIt(poolSize: Int) {
    let said = lines(.task) { report in
      report.probes = [Sample.probe(.concurrencyPool, answer: nil, silence: .milliseconds(4500))]
      (report.poolSize, report.blockedPoolThreads) = (poolSize, 2)
    }
    #expect(
      said == [
        "concurrency pool: NO ANSWER for 4.50 s (2 threads, 2 blocked in waits like this)",
        "this wait blocked a thread of the concurrency pool; use `await`",
      ])
  }

  @Test(arguments: [
    (
      CallingContext.mainQueueJob,
      "this wait blocked the main queue and the main actor: nothing else could run there; use `await`"
    ),
    (.task, "this wait blocked a thread of the concurrency pool; use `await`"),
    (.queue("upload"), "this wait blocked the queue \"upload\": if it is serial, nothing else could run there"),
  ])
  func whatTheWaitBlocked_isSaid_whateverAnswered(context: CallingContext, line: String) {
    #expect(lines(context) { _ in } == [line])
    #expect(lines(context) { $0.probes = Sample.answers(.zero, .zero, .zero) } == [line])
  }

  @Test(arguments: [
    (CallingContext.suspended, "resumed 3.80 s later: concurrency pool busy"),
    (.suspendedOnMainActor, "resumed 3.80 s later: main actor busy"),
    (.suspendedOnActor, "resumed 3.80 s later: its actor or the concurrency pool busy"),
    (.mainThread, "main thread did not run for 3.80 s"),
    (.thread, "resumed 3.80 s later: the thread did not run"),
  ])
  func aLateReturn_isAStall(context: CallingContext, line: String) {
    #expect(lines(context) { $0.delay = .milliseconds(3800) } == [line])
  }

  @Test func aReleasedHandler_isTheCause() {
    func change(_ report: inout WaitReport) {
      report.expectations = [Sample.entry("saved", handlersReleased: .milliseconds(12))]
      report.probes = Sample.answers(.zero, .zero, .zero)
    }
    #expect(lines(.suspended, change) == [])
    #expect(certainties(change) == ["the handler of \"saved\" was released at 0.012 s without being called"])
  }

  @Test func aReleasedHandler_hasAPlace_andIsSaidOnce() {
    let said = certainties { report in
      report.expectations = [Sample.entry("saved", handlersReleased: .milliseconds(12))]
      report.expectations[0].handlersReleasedOn = "queue \"upload\""
      report.expectations[0].isUnheld = true
    }
    #expect(
      said == [
        "the handler of \"saved\" was released at 0.012 s (queue \"upload\") without being called"
      ])
  }

  @Test func whatNothingHolds_isSaid() {
    #expect(
      certainties { $0.expectations[0].isUnheld = true } == [
        "no closure, task or object holds \"saved\" anymore: only the test itself could fulfill it"
      ])
    #expect(
      certainties {
        $0.expectations[0].isUnheld = true
        $0.expectations[0].isComplete = true
      } == [])
  }

  @Test func manyCertainties_areCut() {
    let said = certainties { report in
      report.expectations = (1...9).map { Sample.entry("\($0)") }
      for index in 0..<9 { report.expectations[index].isUnheld = true }
    }
    #expect(said.count == 4)
    #expect(said.last == "and so with 6 more expectations")
  }

  @Test func aHandlerThatIsHeld_hasNotBeenCalled() {
    let said = lines { report in
      report.expectations = [Sample.entry("saved", hasUncalledHandler: true)]
      report.probes = Sample.answers(.zero, .zero, .zero)
    }
    #expect(
      said == [
        Self.innocence, "the handler of \"saved\" is still held and has not been called",
      ])
  }

  @Test func aHandlerOfWhatIsComplete_isNotMentioned() {
    let said = lines { report in
      report.expectations = [Sample.entry("saved", isComplete: true, hasUncalledHandler: true)]
    }
    #expect(said == [])
  }

  @Test func otherOutcomes_haveNoSuchCauses() {
    var report = Sample.report(.threw, Self.saved)
    report.probes = Sample.answers(.zero, .zero, .zero)
    #expect(CauseText(report).lines == [])
  }
}
