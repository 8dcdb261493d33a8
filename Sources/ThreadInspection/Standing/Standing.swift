/// Where one thread or task of the process stood, and what it did there.
package struct Standing: Sendable, Hashable {
  package var subject: Subject
  package var activity: Activity
  /// The function that the tester's code called, such as `DispatchSemaphore.wait()`.
  package var callee: String?
  /// The tester's function. An optimized build may have moved its code into another one.
  package var function: String?
  package var place: Place?
  /// The file of the tester's code where the line is not certain.
  package var file: String?
  /// How many threads or tasks stand alike.
  package var count = 1
  /// Whether this is the thread of the wait that timed out.
  package var isOfThisWait = false
  /// Whether the function is one of the toolchain's: the tester's code is not on the stack.
  package var isOfToolchain = false
  /// The name of what it waits for in the library, if it is known.
  package var awaited: String?
  /// The lower half of the number of a task.
  package var taskNumber: UInt32?
  /// Whether this is a task that was there before the test began.
  package var isOlderThanTest = false

  package init(_ subject: Subject, _ activity: Activity) {
    self.subject = subject
    self.activity = activity
  }
}

extension Standing {
  /// A line of the tester's code.
  package struct Place: Sendable, Hashable {
    package var file: String
    package var line: Int
    /// The text of the line, shortened, if the file is there.
    package var text: String?

    package init(file: String, line: Int, text: String? = nil) {
      self.file = file
      self.line = line
      self.text = text
    }
  }

  /// Who stands there.
  package enum Subject: Sendable, Hashable {
    case thread(number: Int32, name: String?, role: Role)
    case task(identity: UInt64, name: String?)
    /// All threads or tasks about which nothing is known.
    case threads
    case tasks
  }

  /// What a thread is for.
  package enum Role: Sendable, Hashable {
    case main
    case pool
    case dispatchWorker
    case other
  }

  /// Why nothing is known about some threads or tasks.
  package enum Gap: Sendable, Hashable {
    /// The process may not read itself, or the system or the runtime is not one that this module knows.
    case unreadable
    /// A limit of time or memory was reached.
    case limit
    /// There was time for names, but not for all lines.
    case lines
    /// The file of the program is gone or is another one by now, or has neither names nor lines.
    case program
    /// A sanitizer's tables are too large to search.
    case sanitizer
  }
}
