// # A continuation is forgotten
//
// One path of a wrapped callback does not resume its continuation.
import Expectations
import Testing

// [code]
struct Login {
  func token() async -> String {
    await withUnsafeContinuation { (_: UnsafeContinuation<String, Never>) in }
  }
}

@Test func continuationForgotten() async {
  let signedIn = Expectation("signed in")
  Task {
    _ = await Login().token()
    signedIn.fulfill()
  }
  await signedIn.wait(timeout: .milliseconds(300))
}
