import Expectations
import LoadSupport
import XCTest

/// It does not matter who keeps the pool busy.
final class WorkTests: XCTestCase {
  func testBlockingWaits_holdingEveryPoolThread_failWhenTheStallHasLasted() async {
    let timeout = Duration.seconds(1)
    let reports = await NeverComes.holdingEveryPoolThread(timeout: timeout)
    let longest = NeverComes.longest(besideAStall: timeout)
    XCTAssertEqual(NeverComes.complaints(#function, reports, timeout: timeout, atMost: longest), [])
  }

  func testWait_ownComputation_failsWhenTheStallHasLasted() async {
    let timeout = Duration.seconds(1)
    let reports = await reports(besideWorkFor: timeout)
    let longest = NeverComes.longest(besideAStall: timeout)
    XCTAssertEqual(NeverComes.complaints(#function, reports, timeout: timeout, atMost: longest), [])
  }
}
