/// Where one thread or task of the process stood, and what it did there.
package struct Standing: Sendable, Hashable {
  package var subject: Subject
  package var activity: Activity
  /// The function that your code called, such as `DispatchSemaphore.wait()`.
  package var callee: String?
  /// Your function. An optimized build may have moved its code into another one.
  package var function: String?
  package var place: Place?
  /// The file of your code where the line is not certain.
  package var file: String?
  /// How many threads or tasks stand alike.
  package var count = 1
  /// Whether this is the thread of the wait that timed out.
  package var isOfThisWait = false
  /// The name of what it waits for in the library, if it is known.
  package var awaited: String?
  /// The lower half of the number of a task.
  package var taskNumber: UInt32?
  /// What is known of its test.
  var test: TestOfTask?
  /// Whether this is certainly one of another test, and whether it seems to be one of the test of the wait.
  package var isOfOtherTest = false
  var isOfThisTest = false

  init(_ subject: Subject, _ activity: Activity) {
    self.subject = subject
    self.activity = activity
  }
}

extension Standing {
  /// A line of your code.
  package struct Place: Sendable, Hashable {
    package var file: String
    package var line: Int
    /// The text of the line, shortened, if the file is there.
    package var text: String?
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

extension Standing {
  /// What a thread or task does or waits for.
  package enum Activity: Sendable, Hashable {
    case running
    /// - `holder`: The number of the thread that holds the lock, if it is known.
    case lock(holder: Holder?)
    case condition
    case semaphore
    case dispatchGroup
    case dispatchSync
    case workItem
    case sleep
    case read
    case write
    case event
    case process
    case threadEnd
    case runLoop
    /// A function of the system or of a library, which this module does not know.
    case asleep
    case continuation
    /// The next element of an `AsyncStream`.
    case stream
    /// The end of another task.
    case task(identity: UInt64)
    case taskGroup
    case actor(Actor)
    case mainActor
    /// A thread of the concurrency pool.
    case pool
    /// A wait of the library that reports this.
    case library(LibraryWait)
    /// The wait that timed out was called inside of this function.
    case inside
    case unknown(Gap)
  }

  /// The thread that holds a lock.
  package struct Holder: Sendable, Hashable {
    package var number: Int32
    package var name: String?
    package var isOfThisWait = false
    /// The address of the lock.
    package var lock: UInt64 = 0
    /// Whether the holder slept while the other thread waited.
    package var isStill = true
    /// Whether the waiting thread gives up by itself after some time.
    package var isLimited = false
  }

  package struct Actor: Sendable, Hashable {
    package var identity: UInt64
    /// Nil when its type has no name in the program, such as that of a generic actor.
    package var name: String?
  }
}

/// What a thread or task waits for in the library that reports where it stands.
package enum LibraryWait: Sendable, Hashable {
  case expectation
  case manualClock
  case recorder
  case condition
  /// The end of the body of `within`.
  case body

  /// Parts of the symbols of the library's functions, the most telling first.
  private static let functions: [(name: String, wait: LibraryWait)] = [
    ("11ManualClockC5sleep5until", .manualClock), ("12RecorderCallV", .recorder), ("9ConditionV", .condition),
    ("11BoundedBody", .body), ("6within", .body), ("4WaitC5block", .expectation), ("4WaitC7suspend", .expectation),
  ]

  /// Returns nil when the functions are not those of a wait.
  /// - `symbols`: The functions inside of the one that your code called.
  init?(_ symbols: [String]) {
    let own = symbols.filter { $0.hasPrefix("$s12Expectations") }
    let found = Self.functions.first { function in own.contains { $0.contains(text: function.name) } }
    guard let found else { return nil }
    self = found.wait
  }
}

extension Standing {
  /// Combines those that stand alike, in the order in which each kind first appears.
  package static func grouped(_ standings: [Standing]) -> [Standing] {
    var groups: [Standing] = []
    var places: [Standing: Int] = [:]
    for standing in standings {
      let kind = standing.kind
      if let index = places[kind] {
        groups[index].count += standing.count
      } else {
        places[kind] = groups.count
        groups.append(standing)
      }
    }
    return groups
  }

  /// This without what tells equal ones apart.
  private var kind: Standing {
    var kind = self
    kind.count = 1
    kind.taskNumber = nil
    kind.test = nil
    kind.isOfThisTest = false
    switch subject {
    case .thread(_, let name, let role):
      kind.subject = .thread(number: 0, name: role == .other ? name : nil, role: role)
    case .task(_, let name): kind.subject = .task(identity: 0, name: name)
    case .threads, .tasks: break
    }
    if case .task = activity { kind.activity = .task(identity: 0) }
    return kind
  }
}
