import Dispatch
import TestSupport
import XCTest

@testable import Expectations

/// Waits for very many expectations at once.
final class SizeTests: XCTestCase {
  func testOneWait_inOrder_onVeryMany_completes() {
    let all = (0..<10_000).map { _ in Expectation("one") }
    DispatchQueue.global().async { for one in all { one.fulfill() } }
    XCTAssertTrue(wait(for: all, timeout: .seconds(100), enforceOrder: true))
  }

  /// The machine registers an expectation with its first event, and forgets it on release.
  func testExpectation_isRegisteredInTheMachine_atItsFirstEvent() {
    func places() -> Int { Engine.withLock { $0.machine.expectations.count } }
    HostOverride.withHost(SilentHost.shared) {
      let before = places()
      var all = (0..<1000).map { _ in Expectation("one") }
      XCTAssertLessThan(places() - before, 500, "what was made only")
      for one in all { one.fulfill() }
      XCTAssertGreaterThan(places() - before, 500)
      all = []
      XCTAssertLessThan(places() - before, 500, "what was released")
    }
  }
}

/// The time that a wait for very many expectations takes.
final class SizeRealTimeTests: XCTestCase {
  /// The processor time of one wait for `count` expectations, from its beginning to its return. Other processes do not
  /// affect it. The minimum of three runs.
  private func time(of count: Int) -> Duration {
    (0..<3).map { _ in
      let all = (0..<count).map { _ in Expectation("one") }
      let first = Expectation("first")
      let start = ProcessUse.cpuTime
      // The first fulfillment releases the others, so that all of them come after the beginning of the wait.
      DispatchQueue.global().async {
        _ = Expectations.outcome(of: first, timeout: .seconds(100))
        for one in all { one.fulfill() }
      }
      DispatchQueue.main.async { first.fulfill() }
      XCTAssertTrue(wait(for: all, timeout: .seconds(100)))
      return ProcessUse.cpuTime - start
    }.min()!
  }

  func testOneWait_onVeryMany_takesLinearTime() {
    let count = ProofSize.of(small: 400, full: 1000)
    let (few, many) = (time(of: count), time(of: count * 10))
    ProofSize.print("\(ProofSize.name): one wait on \(count): \(few), on \(count * 10): \(many)")
    XCTAssertLessThan(many, few * 40, "a quadratic wait would take a hundred times as long")
    #if !DEBUG
      XCTAssertLessThan(time(of: 100_000), .seconds(1))
    #endif
  }
}
