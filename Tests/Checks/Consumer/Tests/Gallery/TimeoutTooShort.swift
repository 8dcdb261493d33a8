// # The timeout is too short
//
// Only the number is wrong. The warning says how late the event came.
import Dispatch
import Expectations
import Testing

// [code]
@Test func timeoutTooShort() async throws {
  let fetched = Expectation("records fetched")
  DispatchQueue.global().asyncAfter(deadline: .now() + 0.5) { fetched.fulfill() }
  await fetched.wait(timeout: .milliseconds(100))
  try await Task.sleep(for: .milliseconds(600))
}
