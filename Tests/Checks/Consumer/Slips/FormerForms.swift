import Expectations
import XCTest

/// Forms of earlier versions.
func former(
  _ saved: Expectation<Void>, _ loaded: Expectation<Int>, _ failed: Expectation<Void>, _ clock: ManualClock
) async throws {
  await wait(for: saved, loaded)
  await wait(for: saved, loaded, timeout: .seconds(5), enforceOrder: true)
  await wait(forAnyOf: saved, loaded)
  let report = await outcome(of: saved, loaded, timeout: .seconds(5))
  await failed.wait(until: saved)
  await clock.sleepers(atLeast: 1)
  try await eventually("saved") { if loaded.values.isEmpty { throw CancellationError() } }
  await wait(for: saved, loaded, timeout: 5)
}

final class FormerForms: XCTestCase {
  let saved = Expectation("saved")
  let loaded = Expectation("loaded", of: Int.self)

  func testInATestCase() async throws {
    await wait(for: saved, loaded)
    await wait(forAnyOf: saved, loaded, timeout: .seconds(5))
    await wait(for: saved, loaded, timeout: 5)
  }

  func testInATestCase_blocking() {
    wait(for: saved, loaded, timeout: .seconds(5))
    wait(forAnyOf: saved, loaded)
  }
}
