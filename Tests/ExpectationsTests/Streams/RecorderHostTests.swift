import Testing

@testable import Expectations

/// The recorder's own waits are not checked at the end of a test.
@Suite struct RecorderHostTests {
  private final class NotingHost: TestHost {
    let made = Locked(0)

    var hasStopped: Bool { false }
    func record(_ problem: Problem) {}
    func stop(recording problem: Problem?, orElse error: any Error) -> any Error { error }
    func noteMade(_ made: any CheckedAfterTest) { self.made.withLock { $0 += 1 } }
  }

  @Test func expectationOfATest_isChecked_thatOfARecorderCallIsNot() async {
    let host = NotingHost()
    await HostOverride.withHost(host) {
      _ = try? await Recorder<Int>("numbers").next(timeout: .zero)
      #expect(host.made.withLock { $0 } == 0)
      await Expectations.Expectation("saved").wait(timeout: .zero)
      #expect(host.made.withLock { $0 } == 1)
    }
  }
}
