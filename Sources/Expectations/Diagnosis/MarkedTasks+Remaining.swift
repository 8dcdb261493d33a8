#if Stacks && os(Linux)
  import ThreadInspection
#endif

extension MarkedTasks {
  /// The tasks that a scope has left, of which some may be left.
  package struct Remaining: Sendable {
    /// A line for each place where tasks of the scope stand.
    package var lines: [String] = []
    /// Those without a mark, which code made while the scope ran: detached, or on a queue.
    package var linesOfUnmarked: [String] = []
    /// Whether all tasks of the scope that were found may be left, and some were found.
    package var areMarkedExcepted = false
    /// Whether a task without a mark may run, which a later look may find suspended.
    package var mayUnmarkedRun = false
  }

  /// Which tasks are meant.
  package struct Request: Sendable {
    /// The addresses of the marks.
    package var marks: Set<UInt>
    /// The names of tasks, types or functions whose tasks may be left.
    package var exceptions: [String]
    /// The tasks without a mark that are meant.
    package var made: TaskNumbers?
    /// Of these, those that may be left.
    package var declared: [TaskNumbers]

    package init(marks: Set<UInt>, exceptions: [String], made: TaskNumbers?, declared: [TaskNumbers]) {
      self.marks = marks
      self.exceptions = exceptions
      self.made = made
      self.declared = declared
    }
  }

  /// Reads which tasks remain, on a private queue. Returns nil where that cannot be known.
  package static func remaining(
    _ request: Request, isolation: isolated (any Actor)? = #isolation
  ) async -> Remaining? {
    await Inspections.read(isolation: isolation) { read(request) }
  }

  /// Does the same, and blocks the calling thread.
  package static func remainingBlocking(_ request: Request) -> Remaining? {
    Inspections.readBlocking { read(request) }
  }

  private static func read(_ request: Request) -> Remaining? {
    #if Stacks && os(Linux)
      guard Inspections.areAllowed else { return nil }
      let (made, declared) = (request.made, request.declared)
      let found = RemainingTasks.find(marks: request.marks, of: TaskMark.key, exceptions: request.exceptions) {
        number in
        made?.contains(number) ?? false && !declared.contains { $0.contains(number) }
      }
      guard let (marked, unmarked) = found else { return nil }
      return Remaining(
        lines: lines(marked.standings), linesOfUnmarked: lines(unmarked.standings),
        areMarkedExcepted: marked.count > 0 && marked.standings.isEmpty && marked.elsewhere.isEmpty,
        mayUnmarkedRun: !unmarked.elsewhere.isEmpty)
    #else
      return nil
    #endif
  }

  #if Stacks && os(Linux)
    /// All are of the same test, so none is left out as one of another file.
    static func lines(_ standings: [Standing]) -> [String] {
      StandingText(standings, files: Set(standings.compactMap { $0.place?.file ?? $0.file })).lines
    }
  #endif
}
