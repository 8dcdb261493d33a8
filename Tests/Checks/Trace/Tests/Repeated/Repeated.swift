import Expectations
import Foundation
import Testing

/// Tests that `check` repeats. They link the diagnosis, as many suites do.
struct Repeated {
  @Test func passes() async throws {
    let saved = Expectation("saved")
    saved.fulfill()
    try await saved.wait(timeout: .seconds(1))
  }

  @Test func failsTheThirdTime() async throws {
    let runs = URL(fileURLWithPath: ".build-trace/runs")
    let count = ((try? Data(contentsOf: runs)) ?? Data()).count
    try Data(count: count + 1).write(to: runs)
    let saved = Expectation("saved")
    if count < 2 { saved.fulfill() }
    try await saved.wait(timeout: .milliseconds(300))
  }
}
