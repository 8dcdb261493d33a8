import Dispatch
import Expectations
import Testing

/// One test leaves an expectation behind, and the next one fulfills it once too often. Only the first test may fail.
@Suite(.serialized) struct AfterwardsTests {
  private static let leftOver = LeftOver()

  @Test func test1_leavesAnExpectationBehind() async {
    let once = Expectation("once")
    Self.leftOver.call = { once.fulfill() }  // FAILS HERE
    once.fulfill()
    await once.wait()
  }

  @Test func test2_isInnocent() async {
    let done = Expectation("done")
    DispatchQueue.global().async {
      Self.leftOver.call?()
      done.fulfill()
    }
    await done.wait()
  }

  // An expectation left by one case must not attract the failures of the next cases.
  @Test(arguments: 1...20) func test3_leavesEveryExpectationBehind(number: Int) async {
    let (once, done) = (Expectation("once"), Expectation("done"))
    Self.leftOver.expectations.append(once)
    once.fulfill()
    await once.wait()
    DispatchQueue.global().async {
      once.fulfill()  // FAILS HERE
      done.fulfill()
    }
    await done.wait()
  }
}

/// Accessed by one test at a time.
private final class LeftOver: @unchecked Sendable {
  var call: (@Sendable () -> Void)?
  var expectations: [any Waitable] = []
}
