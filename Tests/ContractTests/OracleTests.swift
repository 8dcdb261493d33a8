import Dispatch
import XCTest

@testable import Expectations

/// The same scenario with `XCTWaiter` and with this library: their common features must give the same results.
///
/// They intentionally differ where XCTest traps or silently passes. The documentation describes those cases; they are
/// not tested here, because they would end the process.
final class OracleRealTimeTests: XCTestCase {
  private struct Scenario {
    var name: String
    var counts: [Int] = [1]
    var isInverted = false
    var enforcesOrder = false
    var timeout: Duration = .milliseconds(40)
    /// The expectations to fulfill before the wait, in order.
    var before: [Int] = []
    /// The expectations to fulfill 2 ms after the beginning of the wait, in order.
    var during: [Int] = []
  }

  private static let scenarios = [
    Scenario(name: "fulfilled before", before: [0]),
    Scenario(name: "fulfilled during", during: [0]),
    Scenario(name: "never fulfilled"),
    Scenario(name: "no time, fulfilled", timeout: .zero, before: [0]),
    Scenario(name: "two of two times", counts: [2], before: [0], during: [0]),
    Scenario(name: "one of two times", counts: [2], during: [0]),
    Scenario(name: "all of three", counts: [1, 1, 1], before: [1], during: [2, 0]),
    Scenario(name: "two of three", counts: [1, 1, 1], before: [1], during: [2]),
    Scenario(name: "in order", counts: [1, 1], enforcesOrder: true, during: [0, 1]),
    Scenario(name: "out of order", counts: [1, 1], enforcesOrder: true, during: [1, 0]),
    Scenario(name: "in order, twice each", counts: [2, 2], enforcesOrder: true, during: [0, 1, 0, 1]),
    Scenario(name: "inverted, not fulfilled", isInverted: true),
    Scenario(name: "inverted, fulfilled before", isInverted: true, before: [0]),
    Scenario(name: "inverted, fulfilled during", isInverted: true, during: [0]),
  ]

  private func fulfill(_ scenario: Scenario, by fulfill: @escaping @Sendable (Int) -> Void) {
    scenario.before.forEach(fulfill)
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.002) { scenario.during.forEach(fulfill) }
  }

  private func theirs(_ scenario: Scenario) -> WaitReport.Outcome {
    let all = scenario.counts.map { count in
      let expectation = XCTestExpectation(description: scenario.name)
      expectation.expectedFulfillmentCount = count
      expectation.assertForOverFulfill = false
      expectation.isInverted = scenario.isInverted
      return expectation
    }
    fulfill(scenario) { all[$0].fulfill() }
    let seconds = Double(scenario.timeout.saturatedNanoseconds) / 1e9
    switch XCTWaiter.wait(for: all, timeout: seconds, enforceOrder: scenario.enforcesOrder) {
    case .completed: return .completed
    case .timedOut: return .timedOut
    case .incorrectOrder: return .incorrectOrder
    case .invertedFulfillment: return .unexpectedFulfillment
    case .interrupted: return .interrupted
    #if canImport(Darwin)
      @unknown default: return .cannotComplete("an outcome of XCTest that did not exist")
    #endif
    }
  }

  private func ours(_ scenario: Scenario) -> WaitReport.Outcome {
    let all = scenario.counts.map { Expectation(scenario.name, count: scenario.isInverted ? 0 : $0) }
    fulfill(scenario) { all[$0].fulfill() }
    return report(of: all, timeout: scenario.timeout, enforceOrder: scenario.enforcesOrder).outcome
  }

  func testSharedSemantics_areThoseOfXCTWaiter() {
    for scenario in Self.scenarios { XCTAssertEqual(ours(scenario), theirs(scenario), scenario.name) }
  }
}
