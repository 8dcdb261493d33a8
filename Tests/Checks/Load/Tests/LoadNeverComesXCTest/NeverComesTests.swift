import Expectations
import LoadSupport
import XCTest

/// A wait for an event that never comes fails on time, or after the longest allowed stall. It does not matter who keeps
/// the pool busy.
final class NeverComesTests: XCTestCase {
  func testWaits_nothingComes_failOnTime() async {
    for timeout in [Duration.seconds(1), .seconds(5)] {
      let reports = await NeverComes.waits(timeout: timeout)
      XCTAssertEqual(NeverComes.complaintsOnTime(#function, reports, timeout: timeout), [])
    }
  }

  func testThreadsWait_wedgedPool_failsWhenTheStallHasLasted() async {
    let reports = await NeverComes.besideAWedgedPool()
    XCTAssertEqual(NeverComes.complaintsBesideAStall(#function, reports), [])
    XCTAssertEqual(NeverComes.complaintsAboutTexts(reports), [])
  }

  func testWaitOnMain_wedgedPool_failsWhenTheStallHasLasted() {
    let reports = NeverComes.besideAWedgedPool()
    XCTAssertEqual(NeverComes.complaintsBesideAStall(#function, reports), [])
    XCTAssertEqual(NeverComes.complaintsAboutTexts(reports), [])
  }

  func testWait_blockedMainQueue_failsWhenTheStallHasLasted() async {
    let reports = await NeverComes.besideABlockedMainQueue()
    XCTAssertEqual(NeverComes.complaintsBesideAStall(#function, reports), [])
    XCTAssertEqual(NeverComes.complaintsAboutTexts(reports), [])
  }

  func testBlockingWait_insideAMainQueueJob_failsOnTime() async {
    let reports = await NeverComes.insideAMainQueueJob()
    XCTAssertEqual(NeverComes.complaintsOnTime(#function, reports), [])
  }

  func testBlockingWaitOnMain_nothingComes_failsOnTime() {
    XCTAssertEqual(NeverComes.complaintsOnTime(#function, NeverComes.blockingWait()), [])
  }

  func testBlockingWaits_holdingEveryPoolThread_failWhenTheStallHasLasted() async {
    let reports = await NeverComes.holdingEveryPoolThread()
    XCTAssertEqual(NeverComes.complaintsBesideAStall(#function, reports), [])
  }

  func testWait_computation_failsWhenTheStallHasLasted() async {
    let reports = await NeverComes.besideComputation()
    let shortest = NeverComes.shortestBesideAStall
    XCTAssertEqual(NeverComes.complaintsBesideAStall(#function, reports, atLeast: shortest), [])
  }

  func testWait_computation_ifStarved() async {
    let reports = await NeverComes.besideComputation()
    XCTAssertEqual(NeverComes.complaintsIfStarved(#function, reports), [])
  }
}
