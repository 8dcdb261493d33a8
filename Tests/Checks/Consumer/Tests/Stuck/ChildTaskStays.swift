// # A child task does not end
//
// The group waits for all its children, one of which reads a stream without an end.
import Expectations
import Testing

// [code]
@Test func childTaskStays() async {
  let (changes, _) = AsyncStream<Int>.makeStream()
  let synced = Expectation("synced")
  Task {
    await withTaskGroup { group in
      group.addTask { for await _ in changes {} }
      group.addTask {}
      await group.waitForAll()
    }
    synced.fulfill()
  }
  await synced.wait(timeout: .milliseconds(300))
}
