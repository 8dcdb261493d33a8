import Expectations
import LoadSupport
import Testing

/// A wait for an event that never comes fails on time, or after the longest allowed stall.
@Suite(.serialized) struct NeverComesTests {
  @Test(arguments: [1, 5])
  func waits_nothingComes_failOnTime(seconds: Int) async {
    let timeout = Duration.seconds(seconds)
    let reports = await NeverComes.waits(timeout: timeout)
    #expect(NeverComes.complaints(#function, reports, timeout: timeout, atMost: timeout * LoadSettings.factor) == [])
  }

  @Test func condition_nothingComes_failsOnTime() async {
    let elapsed = await ContinuousClock().measure {
      await withKnownIssue { try await eventually("never", timeout: .seconds(1)) { false } }
    }
    let longest = Duration.seconds(1) * LoadSettings.factor
    #expect(NeverComes.complaints(#function, elapsed, timeout: .seconds(1), atMost: longest) == [])
  }

  @Test func recorder_nothingComes_failsOnTime() async {
    let events = Recorder<Int>("events")
    let elapsed = await ContinuousClock().measure {
      await withKnownIssue { try await events.next(timeout: .seconds(1)) }
    }
    let longest = Duration.seconds(1) * LoadSettings.factor
    #expect(NeverComes.complaints(#function, elapsed, timeout: .seconds(1), atMost: longest) == [])
  }

  @Test func wait_blockedMainQueue_failsWhenTheStallHasLasted() async {
    let timeout = Duration.seconds(1)
    let reports = await NeverComes.besideABlockedMainQueue(timeout: timeout)
    let longest = NeverComes.longest(besideAStall: timeout)
    #expect(NeverComes.complaints(#function, reports, timeout: timeout, atMost: longest) == [])
    #expect(NeverComes.complaintsAboutTexts(reports) == [])
  }

  @Test func threadsWait_wedgedPool_failsWhenTheStallHasLasted() async {
    let timeout = Duration.seconds(1)
    let reports = await NeverComes.besideAWedgedPool(timeout: timeout)
    let longest = NeverComes.longest(besideAStall: timeout)
    #expect(NeverComes.complaints(#function, reports, timeout: timeout, atMost: longest) == [])
    #expect(NeverComes.complaintsAboutTexts(reports) == [])
  }

  @Test func blockingWaits_holdingEveryPoolThread_failOnTime() async {
    let timeout = Duration.seconds(1)
    let reports = await NeverComes.holdingEveryPoolThread(timeout: timeout)
    #expect(NeverComes.complaints(#function, reports, timeout: timeout, atMost: timeout * LoadSettings.factor) == [])
  }

  @Test func blockingWait_insideAMainQueueJob_failsOnTime() async {
    let timeout = Duration.seconds(1)
    let reports = await NeverComes.insideAMainQueueJob(timeout: timeout)
    #expect(NeverComes.complaints(#function, reports, timeout: timeout, atMost: timeout * LoadSettings.factor) == [])
  }
}
