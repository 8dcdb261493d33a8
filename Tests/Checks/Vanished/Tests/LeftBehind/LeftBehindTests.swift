import Expectations
import Testing

/// The last test of its process, which ends while the programs of the toolchain read the counters for the wait's
/// failure.
@Test func leavesItsWait() async throws {
  let saved = Expectation("saved")
  Task { await saved.wait(timeout: .milliseconds(300)) }
  try await Task.sleep(for: .milliseconds(360))
}
