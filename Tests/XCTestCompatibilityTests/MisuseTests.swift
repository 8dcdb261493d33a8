import Expectations
import Testing

@testable import XCTestCompatibility

/// A mistake for which XCTest ends the process or reports a failure is a failure here, and no test hangs.
@Suite struct MisuseTests {
  private static func made(_ description: String = "saved", fulfilled: Bool = true) -> XCTestExpectation {
    let made = XCTestExpectation(description: description)
    if fulfilled { made.fulfill() }
    return made
  }

  @Test func emptyList_isComplete() async {
    await fulfillment(of: [], timeout: 5)
    #expect(await XCTWaiter().fulfillment(of: [], timeout: 5) == .completed)
  }

  @Test func waitForExpectations_withoutAny() async {
    let found = await failures {
      await waitForExpectations(timeout: 5) { _ in Issue.record("the handler was called") }
    }
    #expect(found == ["+1: There is nothing to wait for: the test has made no expectation since its last wait"])
  }

  @Test func waitForExpectations_insideAnother() async {
    let found = await failures {
      let saved = expectation(description: "saved")
      async let outer: Void = waitForExpectations(timeout: 5)
      try? await eventually("the outer wait begins") { saved.isWaitedFor }
      await waitForExpectations(timeout: 5)
      saved.fulfill()
      await outer
    }
    #expect(found == ["+4: The test waits already: a wait for all of its expectations cannot be inside another"])
  }

  @Test func expectation_twiceInAList() async {
    let found = await failures {
      let saved = Self.made()
      await fulfillment(of: [saved, saved], timeout: 5)
    }
    #expect(found == [#"+2: "saved" stands more than once in the list of a wait"#])
  }

  @Test func expectation_waitedForTwice() async {
    let found = await failures {
      let saved = Self.made()
      await fulfillment(of: [saved], timeout: 5)
      await fulfillment(of: [saved], timeout: 5)
    }
    #expect(found == [#"+3: "saved" has been waited for before; only one wait can wait for it"#])
  }

  @Test func waiter_usedTwice() async {
    let waiter = XCTWaiter()
    let found = await failures {
      await waiter.fulfillment(of: [Self.made("first")], timeout: 5)
      await waiter.fulfillment(of: [Self.made("second")], timeout: 5)
    }
    #expect(found == ["+2: A waiter can wait only once"])
  }

  @Test func settings_afterTheWait_changeNothing() async {
    nonisolated(unsafe) var saved = XCTestExpectation()
    let found = await failures {
      saved = XCTestExpectation(description: "saved")
      saved.fulfill()
      await fulfillment(of: [saved], timeout: 5)
      saved.expectedFulfillmentCount = 2
      saved.isInverted = true
      saved.assertForOverFulfill = true
    }
    #expect(
      found
        == ["expectedFulfillmentCount", "isInverted", "assertForOverFulfill"].map {
          "+1: \"saved\" has a new \($0) after a wait for it has begun, which changes nothing"
        })
    #expect(saved.expectedFulfillmentCount == 1 && !saved.isInverted && !saved.assertForOverFulfill)
  }

  @Test(arguments: [0, -1, .min]) func count_belowOne(count: Int) async {
    let found = await failures {
      let saved = XCTestExpectation(description: "saved")
      saved.expectedFulfillmentCount = count
      saved.fulfill()
      await fulfillment(of: [saved], timeout: 5)
    }
    #expect(found == [#"+1: "saved" must have an expectedFulfillmentCount greater than 0, and not \#(count)"#])
  }

  @Test func count_ofTheLargestNumber() async {
    let saved = XCTestExpectation(description: "saved")
    saved.expectedFulfillmentCount = .max
    saved.isInverted = true
    saved.assertForOverFulfill = true
    saved.fulfill()
    await fulfillment(of: [saved], timeout: 0.01)
  }

  @Test(arguments: [0, -1, -Double.infinity, .nan, .signalingNaN, .leastNonzeroMagnitude])
  func timeout_ofNoTime_checksOnce(timeout: Double) async {
    await fulfillment(of: [Self.made()], timeout: timeout)
    #expect(await XCTWaiter().fulfillment(of: [Self.made(fulfilled: false)], timeout: timeout) == .timedOut)
  }

  @Test(arguments: [Double.infinity, .greatestFiniteMagnitude, 1e30])
  func timeout_withoutLimit(timeout: Double) async {
    let saved = Self.made(fulfilled: false)
    Task { saved.fulfill() }
    await fulfillment(of: [saved], timeout: timeout)
  }

  /// Each other reason for which the wait fails.
  @Test func fulfillment_tooOften_isRecordedWhateverTheResult() async {
    func made(_ description: String) -> XCTestExpectation {
      let made = Self.made(description)
      made.assertForOverFulfill = true
      made.fulfill()
      return made
    }
    let found = await failures {
      let (first, never) = (made("first"), Self.made("never", fulfilled: false))
      #expect(await XCTWaiter().fulfillment(of: [first, never], timeout: 0.05) == .timedOut)
      let crashed = Self.made("crashed", fulfilled: false)
      crashed.isInverted = true
      crashed.expectedFulfillmentCount = 2
      for _ in 1...2 { crashed.fulfill() }
      let second = made("second")
      #expect(await XCTWaiter().fulfillment(of: [second, crashed], timeout: 5) == .invertedFulfillment)
      let earlier = Self.made("earlier", fulfilled: false)
      let third = made("third")
      earlier.fulfill()
      let result = await XCTWaiter().fulfillment(of: [earlier, third], timeout: 5, enforceOrder: true)
      #expect(result == .incorrectOrder)
    }
    #expect(
      found.map { $0.drop { $0 != "\"" } }
        == ["first", "second", "third"].map { "\"\($0)\" was fulfilled 2 times, and not 1" })
  }

  @Test func fulfillment_tooOften_isRecordedOnceBesideATimeout() async {
    let found = await failures {
      let (twice, never) = (Self.made("twice"), Self.made("never", fulfilled: false))
      twice.assertForOverFulfill = true
      twice.fulfill()
      await fulfillment(of: [twice, never], timeout: 0.05)
    }
    #expect(found.count == 2, "\(found)")
  }

  @Test func fulfillment_tooOften_remainsWhenASettingChanges() async {
    let found = await failures {
      let saved = Self.made()
      saved.assertForOverFulfill = true
      saved.fulfill()
      saved.expectationDescription = "saved twice"
      saved.expectedFulfillmentCount = 2
      await fulfillment(of: [saved], timeout: 5)
    }
    #expect(found.count == 1 && found[0].contains("saved twice"), "\(found)")
  }

  @Test func fulfillment_afterTheWait_once() async {
    let found = await failures {
      let saved = expectation(description: "saved")
      saved.assertForOverFulfill = true
      saved.fulfill()
      await waitForExpectations(timeout: 5)
      saved.fulfill()
      saved.fulfill()
    }
    #expect(found.count == 1 && found[0].hasPrefix(#"+5: "saved" was fulfilled once too often"#), "\(found)")
  }
}
