import Expectations
import LoadSupport
import XCTest

/// A wait for an event that never comes fails on time, or after the longest allowed stall.
final class NeverComesTests: XCTestCase {
  func testWaits_nothingComes_failOnTime() async {
    for timeout in [Duration.seconds(1), .seconds(5)] {
      let reports = await NeverComes.waits(timeout: timeout)
      let complaints = NeverComes.complaints(
        #function, reports, timeout: timeout, atMost: timeout * LoadSettings.factor)
      XCTAssertEqual(complaints, [])
    }
  }

  func testThreadsWait_wedgedPool_failsWhenTheStallHasLasted() async {
    let timeout = Duration.seconds(1)
    let reports = await NeverComes.besideAWedgedPool(timeout: timeout)
    let longest = NeverComes.longest(besideAStall: timeout)
    XCTAssertEqual(NeverComes.complaints(#function, reports, timeout: timeout, atMost: longest), [])
    XCTAssertEqual(NeverComes.complaintsAboutTexts(reports), [])
  }

  func testWaitOnMain_wedgedPool_failsWhenTheStallHasLasted() {
    let timeout = Duration.seconds(1)
    let reports = NeverComes.besideAWedgedPool(timeout: timeout)
    let longest = NeverComes.longest(besideAStall: timeout)
    XCTAssertEqual(NeverComes.complaints(#function, reports, timeout: timeout, atMost: longest), [])
    XCTAssertEqual(NeverComes.complaintsAboutTexts(reports), [])
  }

  func testWait_blockedMainQueue_failsWhenTheStallHasLasted() async {
    let timeout = Duration.seconds(1)
    let reports = await NeverComes.besideABlockedMainQueue(timeout: timeout)
    let longest = NeverComes.longest(besideAStall: timeout)
    XCTAssertEqual(NeverComes.complaints(#function, reports, timeout: timeout, atMost: longest), [])
    XCTAssertEqual(NeverComes.complaintsAboutTexts(reports), [])
  }

  func testBlockingWait_insideAMainQueueJob_failsOnTime() async {
    let timeout = Duration.seconds(1)
    let reports = await NeverComes.insideAMainQueueJob(timeout: timeout)
    let complaints = NeverComes.complaints(#function, reports, timeout: timeout, atMost: timeout * LoadSettings.factor)
    XCTAssertEqual(complaints, [])
  }

  func testBlockingWaitOnMain_nothingComes_failsOnTime() {
    let timeout = Duration.seconds(1)
    let reports = [NeverComes.blockingWait(timeout: timeout)]
    let complaints = NeverComes.complaints(#function, reports, timeout: timeout, atMost: timeout * LoadSettings.factor)
    XCTAssertEqual(complaints, [])
  }

  /// The work does not get the processor, because other processes compute.
  func testWait_ownComputation_ifStarved() async {
    let timeout = Duration.seconds(1)
    let reports = await reports(besideWorkFor: timeout)
    let (shortest, longest) = (
      NeverComes.shortest(besideAStall: timeout), NeverComes.longest(besideAStall: timeout) * LoadSettings.factor
    )
    XCTAssertEqual(NeverComes.complaints(#function, reports, timeout: shortest, atMost: longest), [])
  }
}

/// The reports of waits while the test computes on all threads of the pool.
func reports(besideWorkFor timeout: Duration) async -> [WaitReport] {
  await NeverComes.besideComputation(timeout: timeout) { stop, hasBegun in
    Task {
      hasBegun()
      while !stop.isSet {}
    }
  }
}
