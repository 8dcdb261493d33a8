import Expectations
import Testing

/// A condition that does not come true.
@Suite struct UnmetCondition {
  private func run(isGuilty: Bool) async throws {
    try await eventually("holds", timeout: .milliseconds(30)) { !isGuilty }  // FAILS HERE
  }

  @Test func guiltyUnmetCondition() async throws { try await run(isGuilty: Guilt.isWanted) }
  @Test func innocentUnmetCondition() async throws { try await run(isGuilty: false) }
  @Test(arguments: 1...18) func eachUnmetCondition(number: Int) async throws {
    try await run(isGuilty: Guilt.isGuilty(number))
  }
}
