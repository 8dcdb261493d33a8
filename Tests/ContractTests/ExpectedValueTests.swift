import Testing
import XCTest

import class Expectations.Expectation

@testable import Expectations

/// Waits with an expected result: `wait(equals:)`, `failure()`, and the values of a list.
@Suite struct ExpectedValueTests {
  private struct Refused: Error, Equatable { var number: Int }

  @Test func value_thatIsExpected_passes() async throws {
    try await expectNoProblems {
      let (now, later) = (Expectation("now", of: Int.self), Expectation("later", of: String.self))
      now.fulfill(4)
      try await now.wait(equals: 4)
      Task { later.fulfill("four") }
      try await later.wait(equals: "four", timeout: .seconds(60))
      try blocking { try now.wait(equals: 4) }
    }
  }

  @Test func otherValue_isOneFailure_thatShowsBoth_andStopsTheTest() async {
    let (_, host) = await recording {
      let (badge, name) = (Expectation("badge", of: Int.self), Expectation("name", of: String.self))
      badge.fulfill(3)
      await #expect(throws: RecordingHost.Stop.self) { try await badge.wait(equals: 4) }
      name.fulfill("a")
      #expect(throws: RecordingHost.Stop.self) { try blocking { try name.wait(equals: "b") } }
    }
    host.expect(
      .failure(3, #""badge" was fulfilled with 3, expected 4"#),
      .failure(5, #""name" was fulfilled with "a", expected "b""#))
    #expect(host.says("  \(host.place(2)), concurrency pool\n  created at \(host.place(1))"))
  }

  @Test func whatDoesNotCome_andAnError_areThoseOfAnyWait() async {
    let (_, host) = await recording {
      let (never, failed) = (Expectation("never", of: Int.self), Expectation("failed", of: Int.self))
      failed.fulfill(throwing: Refused(number: 1))
      await #expect(throws: RecordingHost.Stop.self) { try await never.wait(equals: 1, timeout: .zero) }
      await #expect(throws: Refused(number: 1)) { try await failed.wait(equals: 1) }
    }
    host.expect(.failure(3, #"Timed out after 0 s waiting for "never""#))
  }

  @Test func error_thatIsExpected_isReturned_andNothingRecorded() async throws {
    let errors = try await expectNoProblems {
      let (done, loaded) = (Expectation("done"), Expectation("loaded", of: Int.self))
      let (handler, error) = (done.errorHandler, Refused(number: 7))
      Task { handler(error) }
      loaded.fulfill(throwing: Refused(number: 8))
      return [
        try await done.failure(timeout: .seconds(60)), try await loaded.failure(),
        try blocking { try loaded.failure() },
      ]
    }
    #expect(errors.map { $0 as? Refused } == [Refused(number: 7), Refused(number: 8), Refused(number: 8)])
  }

  @Test func success_whereAnErrorIsExpected_isOneFailure_andStopsTheTest() async {
    let (_, host) = await recording {
      let (done, loaded) = (Expectation("done"), Expectation("loaded", of: Int.self))
      done.errorHandler(nil)
      loaded.fulfill(5)
      await #expect(throws: RecordingHost.Stop.self) { try await done.failure() }
      #expect(throws: RecordingHost.Stop.self) { try blocking { try loaded.failure() } }
    }
    host.expect(
      .failure(4, #""done" was fulfilled, expected an error"#),
      .failure(5, #""loaded" was fulfilled with 5, expected an error"#))
  }

  @Test func error_thatDoesNotCome_timesOut_andOfWhatMustNotHappen_thereIsNone() async {
    let (_, host) = await recording {
      let (never, quiet) = (Expectation("never"), Expectation("quiet", count: 0))
      await #expect(throws: RecordingHost.Stop.self) { try await never.failure(timeout: .zero) }
      await #expect(throws: RecordingHost.Stop.self) { try await quiet.failure(timeout: .zero) }
    }
    host.expect(
      .failure(2, #"Timed out after 0 s waiting for "never""#),
      .failure(3, #"Cannot complete: "quiet" must not happen, so it has no value to return; use wait(for:)"#))
  }

  @Test func listOfOneType_givesAnArrayInItsOrder() async throws {
    let list = (0..<3).map { Expectation("\($0)", of: Int.self) }
    Task { for (place, expectation) in list.enumerated().reversed() { expectation.fulfill(place) } }
    #expect(try await values(of: list, timeout: .seconds(60)) == [0, 1, 2])
    #expect(try blocking { try values(of: list) } == [0, 1, 2])
    #expect(try await values(of: [list[1], list[1]]) == [1, 1])
  }

  @Test func list_thatIsNotComplete_orFails_orIsEmpty_isOneFailureOrItsError() async {
    let (_, host) = await recording {
      let list = (0..<2).map { Expectation("\($0)", of: Int.self) }
      list[0].fulfill(0)
      await #expect(throws: RecordingHost.Stop.self) { try await values(of: list, timeout: .zero) }
      await #expect(throws: RecordingHost.Stop.self) { try await values(of: [] as [Expectation<Int>]) }
      list[1].fulfill(throwing: Refused(number: 1))
      await #expect(throws: Refused(number: 1)) { try await values(of: list) }
    }
    host.expect(
      .failure(3, #"Timed out after 0 s waiting for "1": 1 of 2 expectations complete"#),
      .failure(4, "Nothing to wait for"),
      .warning(3, #""1" was fulfilled # after the 0.000 s limit: \#(host.place(5)), concurrency pool"#))
  }
}

/// In a test case, the methods of the same names apply.
final class ExpectedValueXCTests: XCTestCase {
  /// Expectations that have been fulfilled.
  private var list: [Expectation<Int>] {
    (0..<3).map { place in
      let expectation = Expectation("\(place)", of: Int.self)
      expectation.fulfill(place)
      return expectation
    }
  }

  func test_listOfOneType_givesAnArray_blocking() throws {
    let numbers = try values(of: list)
    XCTAssertEqual(numbers, [0, 1, 2])
  }

  func test_listOfOneType_givesAnArray_suspending() async throws {
    let numbers = try await values(of: list)
    XCTAssertEqual(numbers, [0, 1, 2])
  }
}
