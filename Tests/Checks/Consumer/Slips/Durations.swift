import Expectations
import XCTest

/// Numbers where a `Duration` is asked for, apart from `wait`, and values from a wait that returns none.
func numbers(
  _ saved: Expectation<Void>, _ loaded: Expectation<Int>
) async throws {
  try await eventually("saved", timeout: 5) { saved.fulfillmentCount == 1 }
  try await eventually("saved", timeout: 0.5) { await Task { true }.value }
  try await eventually("count", equals: 1, timeout: 5) { saved.fulfillmentCount }
  await always("silent", for: 0.5) { saved.fulfillmentCount == 0 }
  await never("saved", for: 0.5) { saved.fulfillmentCount == 1 }
  try await within(5) { try await Task.sleep(for: .seconds(1)) }
  try await loaded.wait(equals: 3, timeout: 5)
  try await loaded.failure(timeout: 5)
  await loaded.expectNone(for: 0.5)
  await wait(forAnyOf: [saved, loaded], timeout: 5)
  try await values(of: saved, loaded, timeout: 5)
}

func blocking(_ saved: Expectation<Void>) throws {
  try eventually("saved", timeout: 5) { saved.fulfillmentCount == 1 }
}

func values(_ saved: Expectation<Void>, _ loaded: Expectation<Int>) async {
  let (_, _) = await wait(for: [saved, loaded])
}

final class ValuesTests: XCTestCase {
  func testValues() async {
    let loaded = Expectation("loaded", of: Int.self)
    let (_, _) = await wait(for: [loaded, loaded], timeout: .seconds(5))
    await wait(forAnyOf: [loaded], timeout: 5)
  }
}

func withoutADescription() {
  _ = Expectation()
}
