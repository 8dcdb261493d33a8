import Expectations

/// What a scope must leave, and what it may leave.
struct LeftoverRules: Sendable {
  /// How long the tasks may take to end.
  var gracePeriod: Duration
  /// The names of tasks, types or functions whose tasks may be left.
  var exceptions: [String] = []
  /// Whether tasks count that no mark shows: detached ones, and those that code on queues makes.
  var includesDetached = false
}

/// The tasks that some code makes, and what of the library it begins.
final class TaskScope: @unchecked Sendable {
  // Sendable: `made` is set when the scope has ended, and read only after that.

  private let ended: Expectation<Void>
  private let site: CallSite
  /// Whose tasks these are: "this test".
  private let owner: String
  private let rules: LeftoverRules
  private let test = CallersTest()
  // Not the mark itself, which must not outlive the tasks.
  private let mark: Unmanaged<TaskMark>
  private let marked: MarkedTest
  private let number: Int
  /// The number of a task that was made before the scope; nil if the others do not count.
  private let firstTask: UInt64?
  private var made: TaskNumbers?

  init(of owner: String, _ rules: LeftoverRules, at site: CallSite) {
    (self.owner, self.site, self.rules) = (owner, site, rules)
    let ended = Expectation("all tasks have ended", mustBeAwaited: false, at: site)
    self.ended = ended
    let mark = TaskMark { ended.fulfill() }
    (number, marked) = (mark.number, mark.test)
    self.mark = Unmanaged.passRetained(mark)
    // An exploration knows all of its tasks.
    firstTask = rules.includesDetached && ControlledTime.current == nil ? TaskNumbers.next : nil
    if firstTask != nil { marked.keepNumbers() }
  }

  // Not inlined, so that nothing but the tasks keeps the mark afterwards.
  @inline(never)
  func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    defer { noteEnd() }
    return try TaskMark.$current.withValue(mark.takeRetainedValue(), operation: body)
  }

  @inline(never)
  func run<Result>(
    _ body: () async throws -> Result, isolation: isolated (any Actor)? = #isolation
  ) async rethrows -> Result {
    defer { noteEnd() }
    return try await TaskMark.$current.withValue(mark.takeRetainedValue(), operation: body, isolation: isolation)
  }

  /// Begins the scope on the calling thread, outside of tasks. Returns what ends it there, or nil where that cannot be.
  @inline(never)
  func begin() -> (@Sendable () -> Void)? {
    guard let end = TaskMark.begin(mark.takeRetainedValue()) else { return nil }
    return {
      end()
      self.noteEnd()
    }
  }

  private func noteEnd() {
    guard let firstTask else { return }
    let numbers = TaskNumbers(since: firstTask)
    made = numbers.isEmpty ? nil : numbers
  }

  /// Waits until the tasks have ended, and all else that the library knows. Returns the text of the failure if that
  /// does not happen.
  func waitForEnd() -> String? {
    guard !isOver else { return nil }
    let time = FairStopwatch()
    var looks = Looks(gracePeriod: rules.gracePeriod)
    while areTasksRead, let next = looks.next(after: time.elapsed) {
      rest(next)
      looks.note(MarkedTasks.remainingBlocking(request), hasEnded: hasEnded)
    }
    if looks.last == nil, made != nil { Self.sayThatDetachedTasksAreNotKnown }
    if let remaining = looks.last {
      if let text = text(remaining, hasMarked: looks.hasMarked) { return text }
    } else if ended.timesOut(after: max(.zero, rules.gracePeriod - time.elapsed), at: site) {
      return text(MarkedTasks.linesBlocking(of: marked.marks(in: address)))
    }
    var looksAtOngoing = Looks(gracePeriod: rules.gracePeriod)
    while !ongoing.isEmpty, let next = looksAtOngoing.next(after: time.elapsed) {
      _ = pause.timesOut(after: next, at: site)
    }
    return textOfOngoing
  }

  func waitForEnd(isolation: isolated (any Actor)? = #isolation) async -> String? {
    guard !isOver else { return nil }
    let time = FairStopwatch()
    var looks = Looks(gracePeriod: rules.gracePeriod)
    while areTasksRead, !Task.isCancelled, let next = looks.next(after: time.elapsed) {
      await rest(next)
      looks.note(await MarkedTasks.remaining(request), hasEnded: hasEnded)
    }
    if looks.last == nil, made != nil, !Task.isCancelled { Self.sayThatDetachedTasksAreNotKnown }
    if let remaining = looks.last {
      if let text = text(remaining, hasMarked: looks.hasMarked) { return Task.isCancelled ? nil : text }
    } else if await ended.timesOut(after: max(.zero, rules.gracePeriod - time.elapsed), at: site) {
      // In an exploration, what resumes this task later would come from outside.
      let marks = marked.marks(in: address)
      let isExplored = ControlledTime.current != nil
      return text(isExplored ? MarkedTasks.linesBlocking(of: marks) : await MarkedTasks.lines(of: marks))
    }
    var looksAtOngoing = Looks(gracePeriod: rules.gracePeriod)
    while !ongoing.isEmpty, !Task.isCancelled, let next = looksAtOngoing.next(after: time.elapsed) {
      _ = await pause.timesOut(after: next, at: site)
    }
    return Task.isCancelled ? nil : textOfOngoing
  }

  /// Prints, once in the process, that detached tasks may be left although the test passes.
  private static let sayThatDetachedTasksAreNotKnown: Void = StandardError.print(
    "Expectations: it is not known whether tasks that tests made detached or on a queue have ended: the memory of this "
      + "process cannot be searched for them, or is too much")

  /// Records what is left. It may be a consequence of an earlier failure.
  func record(_ text: String) { test.recordConsequence(text, at: site) }

  private var hasEnded: Bool { ended.fulfillmentCount > 0 }

  private var isOver: Bool { hasEnded && made == nil && ongoing.isEmpty }

  /// Whether the tasks must be read from memory, because their end alone does not decide.
  private var areTasksRead: Bool {
    made != nil || !hasEnded && !rules.exceptions.isEmpty && ControlledTime.current == nil
  }

  private var request: MarkedTasks.Request {
    MarkedTasks.Request(
      marks: hasEnded ? [] : marked.marks(in: address), exceptions: rules.exceptions, made: made,
      declared: marked.declared)
  }

  /// Waits for the end of the marked tasks, or for the pause to be over.
  private func rest(_ pause: Duration) { _ = (hasEnded ? self.pause : ended).timesOut(after: pause, at: site) }

  private func rest(_ pause: Duration, isolation: isolated (any Actor)? = #isolation) async {
    _ = await (hasEnded ? self.pause : ended).timesOut(after: pause, at: site)
  }

  /// Delays the test between two looks at what nothing announces. It is never fulfilled.
  private var pause: Expectation<Void> { Expectation("a pause", mustBeAwaited: false, at: site) }

  private var address: UInt { UInt(bitPattern: mark.toOpaque()) }
}

/// The text of the failure.
extension TaskScope {
  private var ongoing: [String] { LastingObjects.ongoing(in: number) }

  private var textOfOngoing: String? {
    let lines = ongoing
    return lines.isEmpty ? nil : (["Not everything that \(owner) began has ended:"] + lines).joined(separator: "\n  ")
  }

  /// What else goes on is the failure if the last task has ended while the text was made. How many tasks there are is
  /// not known: those that run at the moment have no line.
  private func text(_ lines: [String]) -> String? {
    guard !hasEnded else { return textOfOngoing }
    return (linesOfMarked(lines) + ongoing).joined(separator: "\n  ")
  }

  /// Nil if none is left.
  private func text(_ remaining: MarkedTasks.Remaining, hasMarked: Bool) -> String? {
    var lines = hasMarked && !hasEnded ? linesOfMarked(remaining.lines) : []
    if !remaining.linesOfUnmarked.isEmpty {
      lines.append("Tasks that were made detached or on a queue, while \(owner) ran, have not ended:")
      lines += remaining.linesOfUnmarked
    }
    return lines.isEmpty ? nil : (lines + ongoing).joined(separator: "\n  ")
  }

  private func linesOfMarked(_ lines: [String]) -> [String] {
    let headline = "Not all tasks of \(owner) have ended"
    return lines.isEmpty ? ["\(headline); where they stand is not known"] : ["\(headline):"] + lines
  }
}

/// When to look at what remains again, until nothing does or the grace period is over.
private struct Looks {
  let gracePeriod: Duration
  /// What remained in the last look; nil if the tasks cannot be read.
  private(set) var last: MarkedTasks.Remaining?
  private var pause = Duration.zero
  private var isOver = false
  /// Whether there are marked tasks that may not be left.
  private(set) var hasMarked = false
  private var (wereExcepted, isUnsure) = (false, false)
  private static let (first, longest) = (Duration.milliseconds(5), Duration.milliseconds(80))

  init(gracePeriod: Duration) { self.gracePeriod = gracePeriod }

  /// How long to pause before the next look; nil if there is none. The first look comes at once.
  mutating func next(after elapsed: Duration) -> Duration? {
    guard !isOver, pause == .zero || isUnsure || elapsed < gracePeriod else { return nil }
    defer { pause = min(max(Self.first, pause * 2), Self.longest) }
    return isUnsure ? Self.first : min(pause, max(.zero, gracePeriod - elapsed))
  }

  /// The end of the marked tasks is an event, so a look that misses one of them must not pass the test: without an
  /// exception, only that event ends them, and with one, two looks in a row must agree.
  mutating func note(_ remaining: MarkedTasks.Remaining?, hasEnded: Bool) {
    last = remaining
    let areExcepted = remaining?.areMarkedExcepted ?? false
    hasMarked = !hasEnded && !(areExcepted && wereExcepted)
    isUnsure = !hasEnded && areExcepted && !wereExcepted
    wereExcepted = areExcepted
    isOver = remaining.map { !hasMarked && $0.linesOfUnmarked.isEmpty && !$0.mayUnmarkedRun } ?? true
  }
}
