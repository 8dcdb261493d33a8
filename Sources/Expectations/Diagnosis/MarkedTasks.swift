#if Stacks && os(Linux)
  import ThreadInspection
#endif

/// Where the tasks of a scope stand.
package enum MarkedTasks {
  /// Finds the suspended tasks that keep one of some marks. Returns a line for each place, and lines about what could
  /// not be read; none where the process cannot be inspected.
  ///
  /// - Parameter marks: The addresses of the marks.
  package static func lines(of marks: Set<UInt>, isolation: isolated (any Actor)? = #isolation) async -> [String] {
    lines(await Inspections.complete(isNew: true, isolation: isolation), marks)
  }

  /// Does the same, and blocks the calling thread.
  package static func linesBlocking(of marks: Set<UInt>) -> [String] {
    lines(Inspections.completeBlocking(isNew: true), marks)
  }

  private static func lines(_ inspection: Inspection?, _ marks: Set<UInt>) -> [String] {
    #if Stacks && os(Linux)
      guard let inspection else { return [] }
      let standings = inspection.standings().filter { standing in
        switch standing.subject {
        case .task(let task, _):
          !standing.isOfToolchain && TaskLocals.contain(marks, of: TaskMark.key, inTask: task) ?? false
        case .tasks: true
        case .thread, .threads: false
        }
      }
      return lines(standings)
    #else
      return []
    #endif
  }
}

extension MarkedTasks {
  /// Whether the tasks of a test can go on by themselves.
  package enum Progress: Sendable, Equatable {
    case settled
    /// What a task does, or why that is not known at the moment.
    case going(String)
    /// Why it cannot be known.
    case unknown(String)
  }

  /// Reads what the tasks of several tests do at one moment. Call it outside of their tasks.
  package static func progress(of tests: [MarkedTest]) -> [Progress] {
    #if Stacks && os(Linux)
      guard Inspections.areAllowed else { return tests.map { _ in .unknown("`EXPECTATIONS_STACKS` is 0") } }
      return MarkedTaskStates.read(count: tests.count, of: TaskMark.key, { tests.map(\.marks) }).map { state in
        switch state {
        case .still: .settled
        case .running: .going("a task runs, or waits for its turn")
        case .sleeping: .going("a task sleeps, or waits with a timeout")
        case .awaitsOther: .going("a task waits for one that is not of this test")
        case .unsteady: .going("other threads of the process ran, so it is not known what its tasks do")
        case .unknown(.limit): .unknown("the process uses too much memory to find its tasks")
        case .unknown(.sanitizer): .unknown("a sanitizer is in the process")
        case .unknown: .unknown("the tasks of this process cannot be read")
        }
      }
    #else
      return tests.map { _ in .unknown("tasks can be read on Linux only, and with the trait `Stacks`") }
    #endif
  }
}
