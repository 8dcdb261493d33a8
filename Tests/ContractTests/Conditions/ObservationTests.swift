import Observation
import Testing

@testable import Expectations

@Suite struct ObservationTests {
  @MainActor @Observable final class Model { var badge = 0 }

  /// The interval of polls. No poll comes during a test, so a change can only be noticed by observation.
  private static let anHour = Duration.seconds(3600)

  @Test func body_isObservedExactlyIfItReadsAProperty() {
    let meter = Meter()
    #expect(observingChanges({ meter.value }, onChange: {}).isObserved)
    #expect(!observingChanges({ 1 }, onChange: {}).isObserved)
  }

  @Test func change_wakesTheCondition_withoutAPoll() async throws {
    let meter = Meter()
    let evaluated = Expectation("evaluated", count: 1...)
    let waiting = Task {
      try await eventually("one", timeout: .seconds(60), pollingInterval: Self.anHour) {
        defer { evaluated.fulfill() }
        return meter.value == 1
      }
    }
    await evaluated.wait()
    meter.value = 1
    try await waiting.value
  }

  @MainActor @Test func change_onTheMainActor_wakesTheCondition() async throws {
    let model = Model()
    Task { @MainActor in model.badge = 3 }
    try await eventually("badge shows 3", timeout: .seconds(60), pollingInterval: Self.anHour) { model.badge == 3 }
  }

  @Test func givingUp_whenFirstObserved_endsTheWaiting() async {
    let (meter, counter) = (Meter(), Counter())
    let (_, host) = await recording {
      try? await eventually("one", timeout: .seconds(60), pollingInterval: Self.anHour) {
        _ = counter.next()
        if meter.value == 0 { throw GiveUpError("the meter is off") }
        return true
      }
    }
    #expect(counter.value == 1)
    host.expect(.failure(1, #"Gave up on "one" after #: the meter is off"#))
  }

  @Test func everyEvaluation_isCounted_andTheFirstErrorIsKept() async {
    struct Failed: Error, CustomStringConvertible {
      var description: String
    }
    let (meter, counter) = (Meter(), Counter())
    let (_, host) = await recording {
      try? await eventually(succeeds: "one", timeout: .milliseconds(20), pollingInterval: Self.anHour) {
        throw Failed(description: "\(meter.value), evaluation \(counter.next())")
      }
    }
    host.expect(.failure(1, #"Timed out after 0.020 s: "one" did not come true"#))
    #expect(
      host.says(
        "  tried \(counter.value) times\n  first error: 0, evaluation 1\n  last error: 0, evaluation \(counter.value)"))
  }

  @Test func timeoutOfZero_looksOnce() async {
    let (meter, counter) = (Meter(), Counter())
    let (_, host) = await recording {
      try? await eventually("one", timeout: .zero) {
        _ = counter.next()
        return meter.value == 1
      }
    }
    #expect(counter.value == 1)
    host.expect(.failure(1, #"Timed out after 0 s: "one" did not come true"#))
  }

  @Test func change_breaksAWindowAtOnce() async {
    let meter = Meter()
    let (holds, host) = await recording {
      let evaluated = Expectation("evaluated", count: 1...)
      let watching = Task {
        await never("overflow", for: Self.anHour, pollingInterval: Self.anHour) {
          defer { evaluated.fulfill() }
          return meter.value > 9
        }
      }
      await evaluated.wait()
      for value in 1...10 { meter.value = value }
      return await watching.value
    }
    #expect(!holds)
    host.expect(.failure(3, #""overflow" must not come true, but did after # of 3600.00 s"#))
  }
}
