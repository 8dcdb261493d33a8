import Expectations
import Exploration
import XCTest

/// As `FirstTests`, for an exploration.
@available(macOS 15, *)
final class FirstExplorationTests: XCTestCase {
  func testExploration_thatFindsALostUpdate() {
    explore {  // FAILS HERE
      let sum = Sum()
      async let one: Void = sum.addSlowly()
      async let other: Void = sum.addSlowly()
      _ = await (one, other)
      let value = await sum.value
      if value != 2 { throw LostUpdate() }
    }
  }
}

private struct LostUpdate: Error {}

private actor Sum {
  var value = 0

  private func set(_ value: Int) { self.value = value }

  nonisolated func addSlowly() async {
    let old = await value
    await set(old + 1)
  }
}
