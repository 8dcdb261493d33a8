import Expectations
import XCTest

// A program that runs tests although its name does not end in `.xctest`. Three of them fail.

final class RunnerTests: XCTestCase {
  /// The first test starts before the library is first used.
  func testFirst() {
    Expectation("never").wait(timeout: .milliseconds(20))
  }

  func testSecond() {
    let never = Expectation("never", of: Int.self)
    XCTAssertNil(try? never.wait(timeout: .milliseconds(20)))
  }
}

final class AsyncRunnerTests: XCTestCase {
  func testThird() async throws {
    try await Expectation("never", of: Int.self).wait(timeout: .milliseconds(20))
  }

  func testFourth() async {
    let done = Expectation("done")
    Task { done.fulfill() }
    await done.wait()
  }
}

// Apple's XCTest finds the tests itself, and has no such function.
#if !canImport(ObjectiveC)
  XCTMain([
    testCase([("testFirst", RunnerTests.testFirst), ("testSecond", RunnerTests.testSecond)]),
    testCase([
      ("testThird", asyncTest(AsyncRunnerTests.testThird)), ("testFourth", asyncTest(AsyncRunnerTests.testFourth)),
    ]),
  ])
#endif
