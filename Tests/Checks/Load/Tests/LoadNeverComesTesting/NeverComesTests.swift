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

  @Test func blockingWait_insideAMainQueueJob_failsOnTime() async {
    let timeout = Duration.seconds(1)
    let reports = await NeverComes.insideAMainQueueJob(timeout: timeout)
    #expect(NeverComes.complaints(#function, reports, timeout: timeout, atMost: timeout * LoadSettings.factor) == [])
  }

  /// The work does not get the processor, because other processes compute.
  @Test func wait_ownComputation_ifStarved() async {
    let timeout = Duration.seconds(1)
    let reports = await NeverComes.besideComputation(timeout: timeout) { stop, hasBegun in
      Task {
        hasBegun()
        while !stop.isSet {}
      }
    }
    #expect(complaintsBesideAStall(#function, reports, timeout) == [])
  }

  /// Nothing shows that the work is of this test, so it may be of another one.
  @Test func wait_othersComputation_failsWhenTheStallHasLasted() async {
    let timeout = Duration.seconds(1)
    let reports = await NeverComes.besideComputation(timeout: timeout, compute: OtherTest.compute)
    #expect(complaintsBesideAStall(#function, reports, timeout) == [])
  }

  @Test func wait_othersComputation_ifStarved() async {
    let timeout = Duration.seconds(1)
    let reports = await NeverComes.besideComputation(timeout: timeout, compute: OtherTest.compute)
    #expect(complaintsBesideAStall(#function, reports, timeout) == [])
  }

  private func complaintsBesideAStall(_ name: String, _ reports: [WaitReport], _ timeout: Duration) -> [String] {
    let shortest = NeverComes.shortest(besideAStall: timeout)
    let longest = NeverComes.longest(besideAStall: timeout) * LoadSettings.factor
    return NeverComes.complaints(name, reports, timeout: shortest, atMost: longest)
  }
}

private enum OtherTest {
  @Sendable static func compute(until stop: Flag, hasBegun: @escaping @Sendable () -> Void) {
    Task.detached(priority: .medium) {
      hasBegun()
      while !stop.isSet {}
    }
  }
}
