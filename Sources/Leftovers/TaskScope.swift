import Expectations

/// The tasks that some code makes, and what of the library it begins.
struct TaskScope {
  private let ended: Expectation<Void>
  private let site: CallSite
  /// Whose tasks these are: "this test".
  private let owner: String
  private let test = CallersTest()
  // Not the mark itself, which must not outlive the tasks.
  private let mark: Unmanaged<TaskMark>
  private let number: Int

  init(of owner: String, at site: CallSite) {
    (self.owner, self.site) = (owner, site)
    let ended = Expectation("all tasks have ended", mustBeAwaited: false, at: site)
    self.ended = ended
    let mark = TaskMark { ended.fulfill() }
    number = mark.number
    self.mark = Unmanaged.passRetained(mark)
  }

  // Not inlined, so that nothing but the tasks keeps the mark afterwards.
  @inline(never)
  func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    try TaskMark.$current.withValue(mark.takeRetainedValue(), operation: body)
  }

  @inline(never)
  func run<Result>(
    _ body: () async throws -> Result, isolation: isolated (any Actor)? = #isolation
  ) async rethrows -> Result {
    try await TaskMark.$current.withValue(mark.takeRetainedValue(), operation: body, isolation: isolation)
  }

  /// Begins the scope on the calling thread, outside of tasks. Returns what ends it there, or nil where that cannot be.
  @inline(never)
  func begin() -> (@Sendable () -> Void)? { TaskMark.begin(mark.takeRetainedValue()) }

  /// Waits until the tasks have ended, and all else that the library knows. Returns the text of the failure if that
  /// does not happen.
  func waitForEnd(within gracePeriod: Duration) -> String? {
    guard !isOver else { return nil }
    let time = FairStopwatch()
    guard !ended.timesOut(after: gracePeriod, at: site) else {
      return text(MarkedTasks.linesBlocking(of: [address]))
    }
    while !ongoing.isEmpty, time.elapsed < gracePeriod { _ = pause.timesOut(after: .milliseconds(5), at: site) }
    return textOfOngoing
  }

  func waitForEnd(within gracePeriod: Duration, isolation: isolated (any Actor)? = #isolation) async -> String? {
    guard !isOver else { return nil }
    let time = FairStopwatch()
    guard await !ended.timesOut(after: gracePeriod, at: site) else {
      // In an exploration, what resumes this task later would come from outside.
      let isExplored = ControlledTime.current != nil
      return text(isExplored ? MarkedTasks.linesBlocking(of: [address]) : await MarkedTasks.lines(of: [address]))
    }
    while !ongoing.isEmpty, time.elapsed < gracePeriod, !Task.isCancelled {
      _ = await pause.timesOut(after: .milliseconds(5), at: site)
    }
    return Task.isCancelled ? nil : textOfOngoing
  }

  /// Records what is left. It may be a consequence of an earlier failure.
  func record(_ text: String) { test.recordConsequence(text, at: site) }

  private var isOver: Bool { ended.fulfillmentCount > 0 && ongoing.isEmpty }

  /// Delays the test between two looks at what nothing announces. It is never fulfilled.
  private var pause: Expectation<Void> { Expectation("a pause", mustBeAwaited: false, at: site) }

  private var address: UInt { UInt(bitPattern: mark.toOpaque()) }

  private var ongoing: [String] { LastingObjects.ongoing(in: number) }

  private var textOfOngoing: String? {
    let lines = ongoing
    return lines.isEmpty ? nil : (["Not everything that \(owner) began has ended:"] + lines).joined(separator: "\n  ")
  }

  /// What else goes on is the failure if the last task has ended while the text was made. How many tasks there are is
  /// not known: those that run at the moment have no line.
  private func text(_ lines: [String]) -> String? {
    guard ended.fulfillmentCount == 0 else { return textOfOngoing }
    let headline = "Not all tasks of \(owner) have ended"
    let all = lines.isEmpty ? ["\(headline); where they stand is not known"] : ["\(headline):"] + lines
    return (all + ongoing).joined(separator: "\n  ")
  }
}
