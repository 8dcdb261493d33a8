import Expectations

/// The tasks that some code makes, and what of the library it begins.
final class TaskScope: @unchecked Sendable {
  // Sendable: `mark` is taken once, by the code that created the scope.

  private let ended: Expectation<Void>
  private let site: CallSite
  /// Whose tasks these are: "this test".
  private let owner: String
  /// How long the tasks may take to end.
  private let gracePeriod: Duration
  private let test = CallersTest()
  // Not the mark itself, which must not outlive the tasks.
  private let mark: Unmanaged<ScopeMark>
  private let number: Int

  init(of owner: String, within gracePeriod: Duration, at site: CallSite) {
    (self.owner, self.gracePeriod, self.site) = (owner, gracePeriod, site)
    let ended = Expectation("all tasks have ended", mustBeAwaited: false, at: site)
    self.ended = ended
    let mark = ScopeMark { ended.fulfill() }
    number = mark.number
    self.mark = Unmanaged.passRetained(mark)
  }

  // Not inlined, so that nothing but the tasks keeps the mark afterwards.
  @inline(never)
  func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    try ScopeMark.$current.withValue(mark.takeRetainedValue(), operation: body)
  }

  @inline(never)
  func run<Result>(
    _ body: () async throws -> Result, isolation: isolated (any Actor)? = #isolation
  ) async rethrows -> Result {
    try await ScopeMark.$current.withValue(mark.takeRetainedValue(), operation: body, isolation: isolation)
  }

  /// Waits until the tasks have ended, and all else that the library knows. Returns the text of the failure if that
  /// does not happen.
  func waitForEnd() -> String? {
    if !hasEnded, ended.timesOut(after: gracePeriod, at: site) { return textOfTasks }
    var pauses = Pauses(gracePeriod)
    while !ongoing.isEmpty, let next = pauses.next() { _ = pause.timesOut(after: next, at: site) }
    return textOfOngoing
  }

  func waitForEnd(isolation: isolated (any Actor)? = #isolation) async -> String? {
    if !hasEnded, await ended.timesOut(after: gracePeriod, at: site) { return textOfTasks }
    var pauses = Pauses(gracePeriod)
    while !ongoing.isEmpty, !Task.isCancelled, let next = pauses.next() {
      _ = await pause.timesOut(after: next, at: site)
    }
    return Task.isCancelled ? nil : textOfOngoing
  }

  /// Records what is left. It may be a consequence of an earlier failure.
  func record(_ text: String) { test.recordConsequence(text, at: site) }

  private var hasEnded: Bool { ended.fulfillmentCount > 0 }

  /// Delays the test between two looks at what nothing announces. It is never fulfilled.
  private var pause: Expectation<Void> { Expectation("a pause", mustBeAwaited: false, at: site) }

  // MARK: The failure

  private var ongoing: [String] { Living.ongoing(in: number) }

  private var textOfOngoing: String? {
    let lines = ongoing
    return lines.isEmpty ? nil : (["Not everything that \(owner) began has ended:"] + lines).joined(separator: "\n  ")
  }

  private var textOfTasks: String? {
    // The last task may have ended meanwhile.
    guard !hasEnded else { return textOfOngoing }
    let standing = RunObservers.lines(for: "all tasks have ended", at: site).map { "  \($0)" }
    let lines = ongoing + (standing.isEmpty ? [] : ["where tasks and threads stand:"]) + standing
    return (["Not all tasks of \(owner) have ended"] + lines).joined(separator: "\n  ")
  }
}

/// The pauses between looks, each twice as long as the one before, until the grace period is over. It counts pauses and
/// not time, so that it means the same where time is virtual.
private struct Pauses {
  private var left: Duration
  private var pause = Duration.milliseconds(5)

  init(_ gracePeriod: Duration) { left = gracePeriod }

  mutating func next() -> Duration? {
    guard left > .zero else { return nil }
    let next = min(pause, left)
    left -= next
    pause = min(pause * 2, .milliseconds(80))
    return next
  }
}
