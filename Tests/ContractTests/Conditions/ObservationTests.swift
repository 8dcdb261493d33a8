import Foundation
import Observation
import Testing

@testable import Expectations

@Suite struct ObservationTests {
  @MainActor @Observable final class Model {
    var badge = 0
  }

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
    let line = #line
    let (meter, evaluations) = (Meter(), Locked(0))
    let (_, host) = await recording {
      try? await eventually("one", timeout: .seconds(60), pollingInterval: Self.anHour) {
        evaluations.withLock { $0 += 1 }
        if meter.value == 0 { throw GiveUpError("the meter is off") }
        return true
      }
    }
    #expect(evaluations.withLock { $0 } == 1)
    #expect(host.problems == [.failure(line + 3, #"Gave up on "one" after #: the meter is off"#)])
  }

  @Test func everyEvaluation_isCounted_andTheFirstErrorIsKept() async {
    let line = #line
    struct Failed: Error, CustomStringConvertible {
      var description: String
    }
    let (meter, evaluations) = (Meter(), Locked(0))
    let (_, host) = await recording {
      try? await eventually(succeeds: "one", timeout: .milliseconds(20), pollingInterval: Self.anHour) {
        let evaluation = evaluations.withLock { evaluations in
          evaluations += 1
          return evaluations
        }
        throw Failed(description: "\(meter.value), evaluation \(evaluation)")
      }
    }
    let count = evaluations.withLock { $0 }
    #expect(host.problems == [.failure(line + 6, #"Timed out after 0.020 s: "one" did not come true"#)])
    #expect(
      host.says("  tried \(count) times\n  first error: 0, evaluation 1\n  last error: 0, evaluation \(count)"))
  }

  @Test func timeoutOfZero_looksOnce() async {
    let line = #line
    let (meter, evaluations) = (Meter(), Locked(0))
    let (_, host) = await recording {
      try? await eventually("one", timeout: .zero) {
        evaluations.withLock { $0 += 1 }
        return meter.value == 1
      }
    }
    #expect(evaluations.withLock { $0 } == 1)
    #expect(host.problems == [.failure(line + 3, #"Timed out after 0 s: "one" did not come true"#)])
  }

  @Test func change_breaksAWindowAtOnce() async {
    let line = #line
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
    #expect(host.problems == [.failure(line + 5, #""overflow" must not come true, but did after # of 3600.00 s"#)])
  }
}
