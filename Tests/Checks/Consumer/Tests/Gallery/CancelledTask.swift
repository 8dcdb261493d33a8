// # The work was canceled
//
// The task that does the work ends early. The test passes its error on, so the wait ends at once and names it.
import Expectations
import Testing

// [code]
@Test func cancelledTask() async {
  let synced = Expectation("records synced")
  let work = Task(name: "sync") {
    do {
      try await Task.sleep(for: .seconds(60))
      synced.fulfill()
    } catch {
      synced.fulfill(throwing: error)
    }
  }
  work.cancel()
  await work.value
  await synced.wait(timeout: .milliseconds(100))
}
