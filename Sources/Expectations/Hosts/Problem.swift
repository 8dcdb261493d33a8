import Dispatch
import Testing

/// A problem for a test: its text, its place, and whether it fails the test.
struct Problem: Sendable {
  enum Severity: Sendable {
    case warning
    case failure
  }

  var severity: Severity
  var text: String
  var site: CallSite
  /// The place where Swift Testing shows the problem, if the caller set one.
  var location: SourceLocation?
  /// Whether the problem may stop the test, now or in a later wait.
  var mayStop: Bool
  /// Whether the problem is a failed call of the test itself: a wait or a condition. Others come from the code under
  /// test.
  var endsAWait = false
  /// Whether a call of the test itself has found the problem. Others come from the code under test.
  var isOfCaller = false
  /// Whether no test waited for an expectation. A test that ends by skipping itself never reached its waits.
  var isMissingWait: Bool
  /// The report of the wait that the problem is about, if any. An array, because a report is large, and a problem is
  /// copied often.
  private var reports: [WaitReport] = []

  var report: WaitReport? { reports.first }

  /// A problem of an expectation.
  init(
    _ text: String, at site: CallSite, severity: Severity = .failure, mayStop: Bool = false, isMissingWait: Bool = false
  ) {
    (self.text, self.site, self.severity) = (text, site, severity)
    (self.mayStop, self.isMissingWait) = (mayStop, isMissingWait)
  }

  /// The failure of a call of the test itself.
  init(call text: String, at site: CallSite) {
    self.init(text, at: site)
    (endsAWait, isOfCaller) = (true, true)
    guard let location = ExpectationDefaults.sourceLocation else { return }
    self.location = location
    self = noted("in a helper at \(site), called at \(location.fileName):\(location.line)")
  }

  /// The failure of a wait. It names both tests if one created the expectation and another one waits for it.
  init(_ report: WaitReport, at site: CallSite, createdIn creator: String? = nil) {
    self.init(WaitText(report: report).text, at: site)
    if report.callSite == WaitReport.Place(site) { self = Problem(call: text, at: site) }
    (endsAWait, isOfCaller) = (true, true)
    reports = [report]
    if let creator, let current = TestHosts.current.testName, creator != current {
      self = noted("created in \(creator), awaited in \(current)")
    }
  }

  /// The same problem, marked to stop the test.
  var stopping: Problem {
    var copy = self
    copy.mayStop = true
    return copy
  }

  /// The same problem, found by a call of the test itself.
  var ofCaller: Problem {
    var copy = self
    copy.isOfCaller = true
    return copy
  }

  /// Returns the problem with a note in parentheses at its end.
  func noted(_ note: String) -> Problem {
    var copy = self
    copy.text += "\n  (\(note))"
    return copy
  }

  /// Returns the problem with a note of its test, for a problem that comes from another thread.
  func noted(inTest name: String?) -> Problem { noted("in \(Self.test(name))") }

  /// Returns the problem with a note of the test that it came too late for.
  func noted(afterTest name: String?) -> Problem { noted("noticed after \(Self.test(name)) was over") }

  private static func test(_ name: String?) -> String { name.map { "test \($0)" } ?? "a test" }
}

extension WaitError {
  /// The error of a call whose problem has been recorded; nil for a problem that another call has recorded.
  init(_ problem: Problem?) {
    self.init(description: problem?.text ?? "the failure has been recorded", report: problem?.report)
  }
}

/// Problems that another thread will record in their test, or that came after it.
///
/// A failure that is not recorded before the run ends must still fail the run: the process prints it and exits with 1.
package enum PendingProblems {
  private struct State {
    /// The problems that nothing records yet.
    var unrecorded: [Int: Problem] = [:]
    /// The problems that a thread records now.
    var beingRecorded: [Int: Problem] = [:]
    /// Whether a failure was printed outside any test.
    var hasPrinted = false
    var sent = 0
  }

  private static let state = Locked(State())
  private static let recordings = DispatchGroup()
  private static let isRegisteredAtExit: Void = ProcessEnd.add(.failures) { printRemaining() }

  /// Adds a problem, and returns its number.
  @discardableResult
  static func add(_ problem: Problem) -> Int {
    _ = isRegisteredAtExit
    return state.withLock { state in
      state.sent += 1
      state.unrecorded[state.sent] = problem
      return state.sent
    }
  }

  /// Passes a pending problem to `record`, which records it in a test.
  static func deliver(_ number: Int, to record: (Problem) -> Void) {
    let taken = state.withLock { state in
      let problem = state.unrecorded.removeValue(forKey: number)
      if let problem {
        state.beingRecorded[number] = problem
        recordings.enter()
      }
      return problem
    }
    guard let taken else { return }
    record(taken)
    _ = state.withLock { $0.beingRecorded.removeValue(forKey: number) }
    recordings.leave()
  }

  /// Notes a failure that was printed, because no framework would have recorded it. It fails the run if there are
  /// tests.
  package static func notePrinted() {
    state.withLock { $0.hasPrinted = true }
    _ = isRegisteredAtExit
  }

  /// Prints, at the end of the run, the problems that nothing has recorded. If one of them is a failure, the run fails.
  ///
  /// A failure that another thread records only now is printed there, but may be too late for the exit code.
  private static func printRemaining() {
    let (unrecorded, beingRecorded) = state.withLock { state in
      defer { state.unrecorded = [:] }
      return (state.unrecorded, state.beingRecorded)
    }
    if !beingRecorded.isEmpty { _ = recordings.wait(timeout: .now() + timeToRecord) }
    let (unfinished, hasPrinted) = state.withLock { ($0.beingRecorded, $0.hasPrinted) }
    let remaining = unrecorded.merging(unfinished) { problem, _ in problem }
    for (_, problem) in remaining.sorted(by: { $0.key < $1.key }) { PlainProgramHost.print(problem) }
    let isFailure = [unrecorded, beingRecorded].contains { $0.values.contains { $0.severity == .failure } }
    if isFailure || hasPrinted && TestHosts.haveTests { ProcessEnd.fail() }
  }

  /// How long the end of the process waits for a thread that records a problem.
  private static let timeToRecord = DispatchTimeInterval.seconds(2)
}

/// The problems that the library noticed after their test. The next test, or the enclosing suite, records them. At the
/// end of the run, the process prints the rest.
enum LateProblems {
  private static let waiting = Locked<[Int]>([])

  static var areNone: Bool { waiting.withLock { $0.isEmpty } }

  static func add(_ problem: Problem) {
    let number = PendingProblems.add(problem)
    waiting.withLock { $0.append(number) }
  }

  /// Passes them to `record`, which must not raise an exception.
  static func deliver(to record: (Problem) -> Void) {
    let problems = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for problem in problems { PendingProblems.deliver(problem, to: record) }
  }
}
