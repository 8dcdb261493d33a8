import Expectations
import LoadSupport
import XCTest

/// The library knows whose work keeps the pool busy.
final class WorkTests: XCTestCase {
  func testBlockingWaits_holdingEveryPoolThread_failOnTime() async {
    let timeout = Duration.seconds(1)
    let reports = await NeverComes.holdingEveryPoolThread(timeout: timeout)
    let complaints = NeverComes.complaints(#function, reports, timeout: timeout, atMost: timeout * LoadSettings.factor)
    XCTAssertEqual(complaints, [])
  }

  /// The pool is busy with work of the only test that runs, so nothing is starved.
  func testWait_ownComputation_failsOnTime() async {
    let timeout = Duration.seconds(1)
    let reports = await reports(besideWorkFor: timeout)
    let longest = NeverComes.longest(besideComputation: timeout)
    XCTAssertEqual(NeverComes.complaints(#function, reports, timeout: timeout, atMost: longest), [])
  }
}
