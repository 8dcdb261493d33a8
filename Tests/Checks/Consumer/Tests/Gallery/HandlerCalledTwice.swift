// # The handler is called twice
//
// A retry calls the completion handler, although the first attempt has called it. The failure is at the extra call.
import Expectations
import Testing

// [code]
@Test func handlerCalledTwice() async {
  let saved = Expectation("document saved")
  saved.fulfill()
  saved.fulfill()
  await saved.wait(timeout: .milliseconds(100))
}
