import Foundation
import Testing

@testable import Expectations

/// What is checked at the end of a test. `Tests/Checks/Consumer/check` checks what is found at the end of a run.
@Suite struct LiveExpectationsTests {
  /// A host that is checked at the end of its test, as those of XCTest are.
  private final class CheckedHost: TestHost {
    let problems = Locked<[String]>([])

    var hasStopped: Bool { false }
    var checksWhatRemains: Bool { true }
    var testName: String? { "aTest" }
    func record(_ problem: Problem) { problems.withLock { $0.append(problem.text) } }
    func stop(recording problem: Problem?) -> any Error { WaitError(problem) }
  }

  @Test func expectationOfATest_isChecked_thatOfARecorderCallIsNot() {
    let host = CheckedHost()
    HostOverride.withHost(host) {
      let (recorder, saved) = (Recorder<Int>("numbers"), Expectations.Expectation("saved"))
      let call = RecorderCall(
        recorder.storage, .events(1), timeout: .zero, clock: nil, site: recorder.storage.createdAt)
      for _ in 1...2 { LiveExpectations.recordNeverAwaited(of: host) }
      #expect(
        host.problems.withLock { $0 } == [#"No test waited for "saved" or read its values; it was never fulfilled"#])
      withExtendedLifetime((call, saved)) {}
    }
  }

  /// Fails, and does not end, if the check releases an expectation while it holds a lock.
  @Test func expectationThatIsReleased_whileItIsChecked_isReportedOnce() {
    let (host, rounds) = (CheckedHost(), 20_000)
    let isDone = Locked(false)
    Thread {
      HostOverride.withHost(host) {
        for round in 1...rounds {
          // Lives for a few microseconds, about as long as a check takes.
          let saved = Expectations.Expectation("saved")
          for _ in 0..<round % 256 { isDone.withLock { $0 = false } }
          withExtendedLifetime(saved) {}
        }
      }
      isDone.withLock { $0 = true }
    }.start()
    while !isDone.withLock({ $0 }) { LiveExpectations.recordNeverAwaited(of: host) }
    #expect(host.problems.withLock { $0.count } == rounds)
  }

  @Test func expectationInAPropertyOfATestCase_isChecked_ifItWasCreatedBeforeTheTests() {
    class Base { let inherited = HostOverride.withHost(EarlyHost()) { Expectations.Expectation("inherited") } }
    final class Case: Base {
      let kept = HostOverride.withHost(EarlyHost()) { Expectations.Expectation("kept") }
      let read = HostOverride.withHost(EarlyHost()) { Expectations.Expectation("read") }
      let ofAnother = HostOverride.withHost(CheckedHost()) { Expectations.Expectation("of another") }
    }
    let (host, testCase) = (CheckedHost(), Case())
    #expect(testCase.read.values.count == 0 && testCase.ofAnother.values.count == 0)
    for _ in 1...2 { LiveExpectations.recordNeverAwaited(inPropertiesOf: testCase, to: host) }
    #expect(
      host.problems.withLock { $0 } == [
        #"No test waited for "kept" or read its values; it was never fulfilled"#,
        #"No test waited for "inherited" or read its values; it was never fulfilled"#,
      ])
  }

  /// The host of what is created before the first test.
  private final class EarlyHost: TestHost {
    var hasStopped: Bool { false }
    var checksWhatRemains: Bool { true }
    func record(_ problem: Problem) {}
    func stop(recording problem: Problem?) -> any Error { WaitError(problem) }
  }
}
