import Foundation
import Observation
import Testing

@testable import Expectations

@Suite struct ObservationTests {
  @MainActor @Observable final class Model {
    var badge = 0
  }

  /// No poll comes within the hour: what is seen was observed.
  private static let anHour = Duration.seconds(3600)

  @Test func change_wakesTheCondition_withoutAPoll() async throws {
    let meter = Meter()
    let looked = Expectation("looked", count: 1...)
    let waiting = Task {
      try await eventually("one", timeout: .seconds(60), pollingInterval: Self.anHour) {
        defer { looked.fulfill() }
        return meter.value == 1
      }
    }
    await looked.wait()
    meter.value = 1
    try await waiting.value
  }

  @MainActor @Test func change_onTheMainActor_wakesTheCondition() async throws {
    let model = Model()
    Task { @MainActor in model.badge = 3 }
    try await eventually("badge shows 3", timeout: .seconds(60), pollingInterval: Self.anHour) { model.badge == 3 }
  }

  @Test func change_breaksAWindowAtOnce() async {
    let meter = Meter()
    let (holds, host) = await recording {
      let looked = Expectation("looked", count: 1...)
      let watching = Task {
        await never("overflow", for: Self.anHour, pollingInterval: Self.anHour) {
          defer { looked.fulfill() }
          return meter.value > 9
        }
      }
      await looked.wait()
      for value in 1...10 { meter.value = value }
      return await watching.value
    }
    #expect(!holds)
    #expect(host.failures.count == 1)
  }
}
