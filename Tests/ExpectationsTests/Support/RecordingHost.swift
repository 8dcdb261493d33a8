@testable import Expectations

/// A host that stores problems, so that a test can inspect failures without failing.
final class RecordingHost: TestHost {
  /// The error that would have stopped a test.
  struct Stop: Error {}

  private let recorded = Locked<[Problem]>([])
  private let stopped = Locked(false)
  private let thrownErrors = Locked<[ThrownError]>([])

  /// The errors of expectations that waits have thrown.
  var thrown: [ThrownError] { thrownErrors.withLock { $0 } }

  func noteThrown(_ thrown: ThrownError) { thrownErrors.withLock { $0.append(thrown) } }

  var hasStopped: Bool { stopped.withLock { $0 } }

  /// Whether texts say where threads and tasks stood. Those of other tests differ from run to run.
  let explainsTimeouts: Bool

  let testName: String?
  let firstTask: UInt64?

  init(explainsTimeouts: Bool = false, testName: String? = nil, firstTask: UInt64? = nil) {
    self.explainsTimeouts = explainsTimeouts
    self.testName = testName
    self.firstTask = firstTask
  }

  var problems: [Problem] { recorded.withLock { $0 } }
  var failures: [Problem] { problems.filter { $0.severity == .failure } }
  var warnings: [Problem] { problems.filter { $0.severity == .warning } }

  func record(_ problem: Problem) {
    recorded.withLock { $0.append(problem) }
  }

  func stop(recording problem: Problem?) -> any Error {
    if let problem { record(problem) }
    stopped.withLock { $0 = true }
    return Stop()
  }
}

/// Runs `body` with a new host for everything that it creates, and returns the recorded problems.
func recording<Result>(_ body: () throws -> Result) rethrows -> (result: Result, host: RecordingHost) {
  let host = RecordingHost()
  return (try HostOverride.withHost(host, body), host)
}

/// Runs `body` with a new host for everything that it creates, and returns the recorded problems.
func recording<Result>(
  isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
) async rethrows -> (result: Result, host: RecordingHost) {
  let host = RecordingHost()
  return (try await HostOverride.withHost(host, isolation: isolation, body), host)
}

/// Marks the part of an `async` test that intentionally uses the blocking forms.
@discardableResult
func blocking<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }
