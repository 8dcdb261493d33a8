import Expectations
import LoadSupport
import Testing

/// It does not matter who keeps the pool busy.
extension NeverComesTests {
  @Test func blockingWaits_holdingEveryPoolThread_failWhenTheStallHasLasted() async {
    let timeout = Duration.seconds(1)
    let reports = await NeverComes.holdingEveryPoolThread(timeout: timeout)
    let longest = NeverComes.longest(besideAStall: timeout)
    #expect(NeverComes.complaints(#function, reports, timeout: timeout, atMost: longest) == [])
  }

  @Test func wait_ownComputation_failsWhenTheStallHasLasted() async {
    let timeout = Duration.seconds(1)
    let reports = await NeverComes.besideComputation(timeout: timeout) { stop, hasBegun in
      Task {
        hasBegun()
        while !stop.isSet {}
      }
    }
    let longest = NeverComes.longest(besideAStall: timeout)
    #expect(NeverComes.complaints(#function, reports, timeout: timeout, atMost: longest) == [])
  }
}
