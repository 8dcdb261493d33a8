import Expectations
import LoadSupport
import Testing

/// A wait for an event that never comes fails on time, or after the longest allowed stall. It does not matter who keeps
/// the pool busy.
@Suite(.serialized) struct NeverComesTests {
  @Test(arguments: [1, 5])
  func waits_nothingComes_failOnTime(seconds: Int) async {
    let timeout = Duration.seconds(seconds)
    let reports = await NeverComes.waits(timeout: timeout)
    #expect(NeverComes.complaintsOnTime(#function, reports, timeout: timeout) == [])
  }

  @Test func condition_nothingComes_failsOnTime() async {
    let elapsed = await ContinuousClock().measure {
      await withKnownIssue { try await eventually("never", timeout: .seconds(1)) { false } }
    }
    let longest = Duration.seconds(1) * LoadSettings.factor
    #expect(NeverComes.complaints(#function, elapsed, timeout: .seconds(1), atMost: longest) == [])
  }

  @Test func wait_blockedMainQueue_failsWhenTheStallHasLasted() async {
    let reports = await NeverComes.besideABlockedMainQueue()
    #expect(NeverComes.complaintsBesideAStall(#function, reports) == [])
    #expect(NeverComes.complaintsAboutTexts(reports) == [])
  }

  @Test func threadsWait_wedgedPool_failsWhenTheStallHasLasted() async {
    let reports = await NeverComes.besideAWedgedPool()
    #expect(NeverComes.complaintsBesideAStall(#function, reports) == [])
    #expect(NeverComes.complaintsAboutTexts(reports) == [])
  }

  @Test func blockingWait_insideAMainQueueJob_failsOnTime() async {
    let reports = await NeverComes.insideAMainQueueJob()
    #expect(NeverComes.complaintsOnTime(#function, reports) == [])
  }

  @Test func blockingWaits_holdingEveryPoolThread_failWhenTheStallHasLasted() async {
    let reports = await NeverComes.holdingEveryPoolThread()
    #expect(NeverComes.complaintsBesideAStall(#function, reports) == [])
  }

  @Test func wait_computation_failsWhenTheStallHasLasted() async {
    let reports = await NeverComes.besideComputation()
    let shortest = NeverComes.shortestBesideAStall
    #expect(NeverComes.complaintsBesideAStall(#function, reports, atLeast: shortest) == [])
  }

  @Test func wait_computation_ifStarved() async {
    let reports = await NeverComes.besideComputation()
    #expect(NeverComes.complaintsIfStarved(#function, reports) == [])
  }
}
