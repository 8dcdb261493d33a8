/// Hands the failures of a scope to code outside this module, in place of its test.
///
/// That code runs a body many times, and records one failure in its own words.
package final class CollectingHost: TestHost {
  private let receive: @Sendable (_ text: String, _ fileID: StaticString, _ line: UInt) -> Void

  private init(_ receive: @escaping @Sendable (_ text: String, _ fileID: StaticString, _ line: UInt) -> Void) {
    self.receive = receive
  }

  /// Runs a body whose task records failures with `receive`, which any thread may call. Warnings are dropped.
  package static func collecting(
    _ receive: @escaping @Sendable (_ text: String, _ fileID: StaticString, _ line: UInt) -> Void,
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
  ) async rethrows {
    try await HostOverride.withHost(CollectingHost(receive), isolation: isolation, body)
  }

  var hasStopped: Bool { false }

  func record(_ problem: Problem) {
    guard problem.severity == .failure else { return }
    receive(problem.text, problem.site.fileID, problem.site.line)
  }

  func stop(recording problem: Problem?, orElse error: any Error) -> any Error {
    if let problem { record(problem) }
    return error
  }
}
