import Testing

/// Gives fulfillments that come after the end of a test the time to be reported. Without parallel tests, those of this
/// file run last, because Swift Testing sorts tests by the names of their modules.
@Test func waitAfterwards() async throws { try await Task.sleep(for: .milliseconds(400)) }
