import Expectations

/// The tasks that some code makes.
struct TaskScope {
  private let ended: Expectation<Void>
  private let site: CallSite
  /// Whose tasks these are: "this test".
  private let owner: String
  private let test = CallersTest()
  // Not the mark itself, which must not outlive the tasks.
  private let mark: Unmanaged<TaskMark>

  init(of owner: String, at site: CallSite) {
    (self.owner, self.site) = (owner, site)
    let ended = Expectation("all tasks have ended", mustBeAwaited: false, at: site)
    self.ended = ended
    mark = Unmanaged.passRetained(TaskMark { ended.fulfill() })
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

  /// Waits until the tasks have ended. Returns the text of the failure if they have not.
  func waitForTasks(within gracePeriod: Duration) -> String? {
    guard ended.timesOut(after: gracePeriod, at: site) else { return nil }
    return text(MarkedTasks.linesBlocking(of: [address]))
  }

  func waitForTasks(
    within gracePeriod: Duration, isolation: isolated (any Actor)? = #isolation
  ) async -> String? {
    guard await ended.timesOut(after: gracePeriod, at: site) else { return nil }
    return text(await MarkedTasks.lines(of: [address]))
  }

  func recordFailure(_ text: String) { test.recordFailure(text, at: site) }

  private var address: UInt { UInt(bitPattern: mark.toOpaque()) }

  /// Nil if the last task has ended while the text was made. How many there are is not known: those that run at the
  /// moment have no line.
  private func text(_ lines: [String]) -> String? {
    guard ended.fulfillmentCount == 0 else { return nil }
    let headline = "Not all tasks of \(owner) have ended"
    guard !lines.isEmpty else { return "\(headline); where they stand is not known" }
    return (["\(headline):"] + lines).joined(separator: "\n  ")
  }
}
