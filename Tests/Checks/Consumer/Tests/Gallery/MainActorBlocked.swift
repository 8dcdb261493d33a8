// # The main actor is blocked
//
// A test on the main actor blocks it, and waits for work that must run there. The probe of the main queue has no
// answer, and the text says that the wait itself blocks it.
import Dispatch
import Expectations
import Testing
import XCTest

// [code]
@MainActor @Test func mainActorBlocked() {
  let shown = Expectation("badge shown")
  Task { @MainActor in shown.fulfill() }
  shown.wait(timeout: .milliseconds(200))
}
// [peers]

final class MainActorBlocked: XCTestCase {
  @MainActor func testPeer() async {
    let shown = expectation(description: "badge shown")
    Task { @MainActor in shown.fulfill() }
    blockingWait(for: shown)
  }

  @MainActor private func blockingWait(for shown: XCTestExpectation) {
    wait(for: [shown], timeout: 0.2)
  }
}

@MainActor @Test func mainActorBlocked_confirmation() async {
  await confirmation("badge shown") { shown in
    _ = Task { @MainActor in shown() }
  }
}

@MainActor @Test func mainActorBlocked_polling() {
  let isShown = Box(false)
  Task { @MainActor in isShown.value = true }
  let end = ContinuousClock.now + .milliseconds(100)
  while !isShown.value, ContinuousClock.now < end { usleep(10_000) }
  if !isShown.value { Issue.record("expected to eventually be true, got <false>") }
}
