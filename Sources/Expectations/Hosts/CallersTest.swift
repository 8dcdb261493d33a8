/// The test that the calling code belongs to, for libraries on top of this one.
package struct CallersTest: Hashable, Sendable {
  let host = TestHosts.current

  /// The test of the calling code.
  package init() {}

  package static func == (one: Self, other: Self) -> Bool { one.host === other.host }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(host)) }

  /// Records a failure of the test.
  package func recordFailure(_ text: String, at site: CallSite) { host.orCurrent.record(Problem(text, at: site)) }

  /// Records what may be a consequence of an earlier failure: as a failure, or as a warning if the test has been
  /// stopped.
  package func recordConsequence(_ text: String, at site: CallSite) {
    host.orCurrent.record(Problem(text, at: site, severity: host.hasStopped ? .warning : .failure))
  }

  /// Records a failure of the test. Returns an error that stops the test without a second failure.
  package func stop(_ text: String, at site: CallSite) -> any Error {
    host.orCurrent.stop(recording: Problem(text, at: site))
  }
}
