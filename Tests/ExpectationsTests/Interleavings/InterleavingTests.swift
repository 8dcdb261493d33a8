import TestSupport
import XCTest

@testable import Expectations

final class InterleavingTests: XCTestCase {
  func testEngine_everyInterleaving_ofTasks() { explore(TaskPermit.self) }
  func testEngine_everyInterleaving_ofThreads() { explore(ThreadPermit.self) }

  private func explore<Permit: ModelPermit>(_: Permit.Type) {
    var (sum, states) = (0, 0)
    let scenarios = ProofSize.of(small: Scenario.small, full: Scenario.all, sanitized: Array(Scenario.small.prefix(11)))
    for scenario in scenarios {
      var explorer = Explorer<Permit>()
      do {
        let interleavings = try explorer.explore(scenario)
        ProofSize.print("interleavings: \(interleavings), states: \(explorer.states), \(scenario.name)")
        sum = min(sum, .max - interleavings) + interleavings
        states += explorer.states
      } catch {
        XCTFail("\(scenario.name): \(error)")
      }
    }
    // Each state ran once. The number of interleavings through it is counted, not run.
    ProofSize.print("states run, \(ProofSize.name): \(states); interleavings counted: \(sum)")
    XCTAssertGreaterThanOrEqual(scenarios.count, ProofSize.of(small: 20, full: 38, sanitized: 11))
    XCTAssertGreaterThan(sum, ProofSize.of(small: 1_500_000, full: 1_000_000_000, sanitized: 50_000))
    XCTAssertGreaterThan(states, ProofSize.of(small: 60_000, full: 700_000, sanitized: 10_000))
  }

  /// Parks without a look at the permit: the classic lost wake-up.
  private struct ForgetfulPermit: ModelPermit {
    var isParked = false
    mutating func grant() {}
    mutating func park() -> Bool {
      isParked = true
      return false
    }
    mutating func wake() -> Bool { isParked }
  }

  /// Leaves what wakes it behind when it continues at once, so that it is woken twice.
  private struct RepeatingPermit: ModelPermit {
    var (isGranted, isParked) = (false, false)
    mutating func grant() { isGranted = true }
    mutating func park() -> Bool {
      isParked = true
      return isGranted
    }
    mutating func wake() -> Bool { isParked }
  }

  func testPermit_thatForgets_isFound() {
    var explorer = Explorer<ForgetfulPermit>()
    XCTAssertThrowsError(try explorer.explore(Scenario.all[0])) { XCTAssert("\($0)".contains("stuck"), "\($0)") }
  }

  func testPermit_thatWakesTwice_isFound() {
    var explorer = Explorer<RepeatingPermit>()
    XCTAssertThrowsError(try explorer.explore(Scenario.all[0])) { XCTAssert("\($0)".contains("woken"), "\($0)") }
  }
}
