// # The main actor is blocked
//
// A test on the main actor blocks it, and waits for work that must run there.
import Dispatch
import Expectations
import Testing

// [code, alone]
@MainActor @Test func mainActorBlocked() {
  let shown = Expectation("badge shown")
  Task { @MainActor in shown.fulfill() }
  shown.wait(timeout: .milliseconds(200))
}
