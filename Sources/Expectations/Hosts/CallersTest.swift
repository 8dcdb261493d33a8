import Testing

/// The test that the calling code belongs to, for libraries on top of this one.
package struct CallersTest: Hashable, Sendable {
  let host: any TestHost
  /// The cases of a parameterized test have no public identity. Each runs in a task of its own.
  private let task: UInt64?

  /// The test of the calling code.
  package init() {
    host = TestHosts.current
    task = RunningTask.exists && Test.current?.isParameterized ?? false ? RunningTask.number : nil
  }

  package static func == (one: Self, other: Self) -> Bool {
    one.task == other.task && (one.task != nil || one.host === other.host)
  }

  package func hash(into hasher: inout Hasher) {
    if let task { hasher.combine(task) } else { hasher.combine(ObjectIdentifier(host)) }
  }

  /// Records a failure of the test.
  package func recordFailure(_ text: String, at site: CallSite) { host.orCurrent.record(Problem(text, at: site)) }

  /// Records what may be a consequence of an earlier failure: as a failure, or as a warning if the test has been
  /// stopped.
  package func recordConsequence(_ text: String, at site: CallSite) {
    var problem = Problem(text, at: site)
    if host.hasStopped { problem.severity = .warning }
    host.orCurrent.record(problem)
  }

  /// Records a failure of the test. Returns an error that stops the test without a second failure.
  package func stop(_ text: String, at site: CallSite) -> any Error {
    host.orCurrent.stop(recording: Problem(text, at: site))
  }
}
