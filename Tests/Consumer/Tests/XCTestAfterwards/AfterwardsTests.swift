import Dispatch
import Expectations
import XCTest

/// One test leaves an expectation behind, and the next one fulfills it once too often. Neither is to be charged, for the
/// first is over and the second is innocent, but the run must fail and name the first.
final class AfterwardsTests: XCTestCase {
  private static let leftOver = LeftOver()
  private var kept: Expectation<Void>?

  // XCTest does not tell an observer which test is running when it is installed: the first to use the library does that.
  func test1_usesTheLibraryFirst() {
    let done = Expectation("done")
    done.fulfill()
    done.wait()
  }

  func test2_leavesAnExpectationBehind() {
    let once = Expectation("once")
    Self.leftOver.call = { once.fulfill() }  // FAILS HERE
    once.fulfill()
    once.wait()
  }

  /// XCTest keeps the test case, and with it what its properties keep, to the end of the run.
  func test2b_keepsAnExpectationThatItDoesNotWaitFor() {
    kept = Expectation("kept")  // FAILS HERE
  }

  func test3_isInnocent() {
    let done = Expectation("done")
    DispatchQueue.global().async {
      Self.leftOver.call?()
      done.fulfill()
    }
    done.wait()
  }
}

/// Touched by one test at a time.
private final class LeftOver: @unchecked Sendable {
  var call: (@Sendable () -> Void)?
}
