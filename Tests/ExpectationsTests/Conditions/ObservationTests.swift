import Foundation
import Observation
import Testing

@testable import Expectations

@Suite struct ObservationTests {
  /// A model that may be used from any thread, as its own lock says.
  @Observable final class Meter: @unchecked Sendable {
    @ObservationIgnored private let stored = Locked(0)

    var value: Int {
      get {
        access(keyPath: \.value)
        return stored.withLock { $0 }
      }
      set {
        withMutation(keyPath: \.value) { stored.withLock { $0 = newValue } }
      }
    }
  }

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

  /// A change that is made while the condition is being evaluated, again and again: none is missed, and none has to wait for
  /// a poll.
  @Test func changes_racingWithTheCondition_areAllSeen() async throws {
    let rounds = ProcessUse.isSanitized ? 1_000 : 10_000
    let meter = Meter()
    let turn = Locked(0)
    let writer = Task.detached {
      for round in 1...rounds {
        while turn.withLock({ $0 }) < round { await Task.yield() }
        meter.value = round
      }
    }
    for round in 1...rounds {
      turn.withLock { $0 = round }
      try await eventually("round \(round)", timeout: .seconds(60), pollingInterval: Self.anHour) {
        meter.value == round
      }
    }
    await writer.value
  }
}
