// # Sleeping instead of waiting
//
// A fixed sleep is too short on a busy computer. A wait with a timeout needs no sleep before it.
import Dispatch
import Expectations
import Testing

// [code]
@Test func sleepingInsteadOfWaiting() async throws {
  let rendered = Expectation("page rendered")
  DispatchQueue.global().asyncAfter(deadline: .now() + 0.4) { rendered.fulfill() }
  try await Task.sleep(for: .milliseconds(20))
  await rendered.wait(timeout: .zero)
  try await Task.sleep(for: .milliseconds(500))
}
