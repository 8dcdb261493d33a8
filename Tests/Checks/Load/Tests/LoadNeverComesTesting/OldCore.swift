import Expectations
import LoadSupport
import Testing

extension NeverComesTests {
  @Test func recorder_nothingComes_failsOnTime() async {
    let events = Recorder<Int>("events")
    let elapsed = await ContinuousClock().measure {
      await withKnownIssue { try await events.next(timeout: .seconds(1)) }
    }
    let longest = Duration.seconds(1) * LoadSettings.factor
    #expect(NeverComes.complaints(#function, elapsed, timeout: .seconds(1), atMost: longest) == [])
  }

  @Test func blockingWaits_holdingEveryPoolThread_failOnTime() async {
    let timeout = Duration.seconds(1)
    let reports = await NeverComes.holdingEveryPoolThread(timeout: timeout)
    #expect(NeverComes.complaints(#function, reports, timeout: timeout, atMost: timeout * LoadSettings.factor) == [])
  }

  /// All threads of the pool are in work of this test, as its name on their stacks shows.
  @Test func wait_ownComputation_failsOnTime() async {
    let timeout = Duration.seconds(1)
    let reports = await NeverComes.besideComputation(timeout: timeout) { stop, hasBegun in
      Task {
        hasBegun()
        while !stop.isSet {}
      }
    }
    let longest = NeverComes.longest(besideComputation: timeout)
    #expect(NeverComes.complaints(#function, reports, timeout: timeout, atMost: longest) == [])
  }
}
