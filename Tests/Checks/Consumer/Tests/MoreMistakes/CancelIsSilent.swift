// # A canceled upload does not call back
//
// The uploading task ends when it is canceled, and releases its completion handler. The text says that the handler was
// released, and when.
import Expectations
import Testing

// [code]
struct Cancelable {
  func upload(_ completion: @escaping @Sendable () -> Void) -> Task<Void, Never> {
    Task {
      try? await Task.sleep(for: .seconds(60))
      guard !Task.isCancelled else { return }
      completion()
    }
  }
}

@Test func cancelIsSilent() async {
  let done = Expectation("done")
  let task = Cancelable().upload(done.handler)
  task.cancel()
  await done.wait(timeout: .milliseconds(100))
}
