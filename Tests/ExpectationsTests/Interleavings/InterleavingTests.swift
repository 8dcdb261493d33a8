import TestSupport
import XCTest

@testable import Expectations

/// The state machine under every interleaving of small programs.
final class InterleavingTests: XCTestCase {
  func testMachine_everyInterleaving_violatesNothing() {
    var (sum, states) = (0, 0)
    let scenarios = ProofSize.of(small: Scenario.small, full: Scenario.all, sanitized: Array(Scenario.small.prefix(11)))
    for (scenario, waiter) in scenarios.flatMap({ scenario in ModelWaiter.allCases.map { (scenario, $0) } }) {
      var explorer = Explorer<RealPermit>()
      do {
        let interleavings = try explorer.explore(scenario, waiter)
        ProofSize.print("interleavings: \(interleavings), states: \(explorer.states), \(waiter), \(scenario.name)")
        sum += interleavings
        states += explorer.states
      } catch {
        XCTFail("\(scenario.name), \(waiter): \(error)")
      }
    }
    // Each state ran once. The number of interleavings through it is counted, not run.
    ProofSize.print("states run, \(ProofSize.name): \(states); interleavings counted: \(sum)")
    XCTAssertGreaterThanOrEqual(scenarios.count, ProofSize.of(small: 24, full: 42, sanitized: 11))
    XCTAssertGreaterThan(sum, ProofSize.of(small: 40_000_000, full: 30_000_000_000, sanitized: 500_000))
    XCTAssertGreaterThan(states, ProofSize.of(small: 40_000, full: 800_000, sanitized: 20_000))
  }

  /// Forgets a permit that is granted before the waiter parks: the classic lost wake-up.
  private struct ForgetfulPermit: ModelPermit {
    var isParked = false
    mutating func park() -> Bool {
      isParked = true
      return false
    }
    mutating func grant() -> Bool {
      defer { isParked = false }
      return isParked
    }
  }

  /// Keeps a waiter parked after it is woken, so that a second grant wakes it again.
  private struct RepeatingPermit: ModelPermit {
    var permit = Permit<Int>()
    var isParked = false
    mutating func park() -> Bool {
      isParked = permit.park(0) == nil
      return !isParked
    }
    mutating func grant() -> Bool {
      isParked || permit.grant() != nil
    }
  }

  func testPermit_thatForgets_isFound() {
    XCTAssertThrowsError(
      try {
        for scenario in Scenario.all {
          var explorer = Explorer<ForgetfulPermit>()
          _ = try explorer.explore(scenario)
        }
      }())
  }

  func testPermit_thatRepeats_isFound() throws {
    let scenario = Scenario.all[0]
    var explorer = Explorer<RealPermit>()
    _ = try explorer.explore(scenario, grantsTwice: true)
    var broken = Explorer<RepeatingPermit>()
    XCTAssertThrowsError(try broken.explore(scenario, grantsTwice: true))
  }
}
