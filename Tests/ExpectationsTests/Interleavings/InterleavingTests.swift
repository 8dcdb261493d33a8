import XCTest

@testable import Expectations

/// The state machine under every interleaving of small programs.
final class InterleavingTests: XCTestCase {
  func testMachine_everyInterleaving_violatesNothing() {
    var (sum, states, triggers) = (0, 0, 0)
    let scenarios = ProofSize.of(small: Scenario.small, full: Scenario.all)
    for scenario in scenarios {
      var explorer = Explorer<RealPermit>()
      do {
        let interleavings = try explorer.explore(scenario)
        print("interleavings: \(interleavings), states: \(explorer.states), \(scenario.name)")
        sum += interleavings
        states += explorer.states
        triggers += explorer.triggers
      } catch {
        XCTFail("\(scenario.name): \(error)")
      }
    }
    print("interleavings, \(ProofSize.name): \(sum), states: \(states), \(scenarios.count) scenarios in all")
    XCTAssertGreaterThanOrEqual(scenarios.count, ProofSize.of(small: 24, full: 42))
    XCTAssertGreaterThan(sum, ProofSize.of(small: 20_000_000, full: 20_000_000_000))
    XCTAssertGreaterThan(states, ProofSize.of(small: 20_000, full: 400_000))
    // What a trigger promises is compared with what the machine does wherever one is pulled.
    print("triggers set: \(triggers)")
    XCTAssertGreaterThan(triggers, ProofSize.of(small: 150, full: 300))
  }

  /// An `unpark` that finds nobody parked is forgotten: the classic lost wake-up.
  private struct ForgetfulPermit: ModelPermit {
    var isParked = false
    mutating func park() -> Bool {
      isParked = true
      return false
    }
    mutating func unpark() -> Bool {
      defer { isParked = false }
      return isParked
    }
  }

  /// A sleeper that is not taken away when it is woken, so that a second `unpark` wakes it again.
  private struct RepeatingPermit: ModelPermit {
    var permit = Permit<Int>()
    var isParked = false
    mutating func park() -> Bool {
      isParked = permit.park(0) == nil
      return !isParked
    }
    mutating func unpark() -> Bool {
      isParked || permit.unpark() != nil
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
    _ = try explorer.explore(scenario, unparksTwice: true)
    var broken = Explorer<RepeatingPermit>()
    XCTAssertThrowsError(try broken.explore(scenario, unparksTwice: true))
  }
}
