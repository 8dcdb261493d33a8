// # No wait
//
// The test makes an expectation and does not wait for it. If the work still holds it then, the failure comes when the
// work releases it, or at the end of the run.
import Expectations
import Testing

// [code]
@Test func neverAwaited() {
  let deleted = Expectation("record deleted")
  deleted.fulfill()
}
