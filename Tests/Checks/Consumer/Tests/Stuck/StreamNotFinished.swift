// # A stream is not finished
//
// The loop waits for a next element after the last one.
import Expectations
import Testing

// [code]
@Test func streamNotFinished() async {
  let (lines, continuation) = AsyncStream<String>.makeStream()
  let imported = Expectation("imported")
  Task {
    for await _ in lines {}
    imported.fulfill()
  }
  continuation.yield("a")
  await imported.wait(timeout: .milliseconds(300))
}
