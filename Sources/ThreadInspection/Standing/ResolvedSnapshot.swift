/// Copies of what the threads and tasks of the process did at one moment. Names and lines come later, from
/// `resolve(limit:)`, which may run on any thread.
package struct ProcessSnapshot: Sendable {
  /// Nil where threads cannot be listed.
  let threads: [ThreadSnapshot]?
  let tasks: TaskCensus
  let images: ImageMap?
  /// The thread that blocks in the wait that timed out, if one does.
  package var waitingThread: Int32?

  /// Finds names and lines. Of the threads, that of the wait comes first.
  /// - `limit`: The time after which the rest is left out: first texts of lines, then lines, then names, then threads.
  package func resolved(limit: Duration) -> ResolvedSnapshot { resolved(WorkLimit(limit)) }

  func resolved(_ limit: WorkLimit, hasSource: @escaping (String) -> Bool = SourceText.exists) -> ResolvedSnapshot {
    var resolved = ResolvedSnapshot()
    #if os(Linux) && arch(x86_64) && canImport(Glibc)
      if let images, let memory = ProcessMemory() {
        resolved =
          Resolver(snapshot: self, images: images, memory: memory, limit: limit, hasSource: hasSource).resolved()
      }
    #endif
    resolved.gaps += gaps
    return resolved
  }

  /// What is not known.
  private var gaps: [Standing] {
    var gaps: [Standing] = []
    let unread = threads?.filter { !$0.isRead }.count ?? 1
    if unread > 0 || images == nil {
      var gap = Standing(.threads, .unknown(.unreadable))
      gap.count = threads == nil ? 0 : unread
      gaps.append(gap)
    }
    if let gap = tasks.gap { gaps.append(Standing(.tasks, .unknown(gap))) }
    return gaps
  }
}

/// A snapshot with names and lines. It is the same for all waits that ran out of time together.
package struct ResolvedSnapshot: Sendable {
  struct Thread: Sendable {
    let number: Int32
    var forOthers: Standing?
    /// Where it stands when the wait is its own.
    var forItsWait: Standing?
    /// Whether its stack was followed to its start.
    let isComplete: Bool
  }

  var threads: [Thread] = []
  var tasks: [Standing] = []
  /// What is not known.
  var gaps: [Standing] = []
  /// The test cases of Swift Testing that run, by the names of their tasks. A name does not tell the suite.
  package var runningTests: [String] = []

  /// The wait for which a text is made, as far as it is known.
  package struct Wait: Hashable, Sendable {
    /// The number of the thread that blocks in it.
    package var thread: Int32?
    /// The number of the task that is suspended in it.
    package var task: UInt64?
    package var test: TestIdentity?

    package init(
      thread: Int32? = nil, task: UInt64? = nil, test: TestIdentity? = nil
    ) {
      self.thread = thread
      self.task = task
      self.test = test
    }
  }

  /// Returns where each thread and task stood that was in your code, other than the wait itself, and what could
  /// not be read.
  package func standings(for wait: Wait) -> [Standing] {
    let threads = threads.compactMap { thread in
      (thread.number == wait.thread ? thread.forItsWait : thread.forOthers.map { $0.held(by: wait).marked(for: wait) })
        ?? (thread.isComplete ? nil : Self.unread)
    }
    let own = wait.task.map { UInt32(truncatingIfNeeded: $0) }
    let others = tasks.filter { own == nil || $0.taskNumber != own }.map { $0.marked(for: wait) }
    return threads + others + gaps
  }

  /// Adds the names of what is waited for in the library that reports this.
  /// - `name`: Returns the name for a wait in a line of a file.
  package mutating func name(_ name: (_ file: String, _ line: Int) -> String?) {
    func add(to standing: inout Standing) {
      guard case .library = standing.activity, let place = standing.place else { return }
      standing.awaited = name(place.file, place.line)
    }
    for index in threads.indices where threads[index].forOthers != nil { add(to: &threads[index].forOthers!) }
    for index in tasks.indices { add(to: &tasks[index]) }
  }

  /// A thread whose stack was followed to no function of yours, and not to its start.
  private static let unread = Standing(.threads, .unknown(.unreadable))
}

extension Standing {
  /// Says that the thread of the wait holds the lock, if it does.
  fileprivate func held(by wait: ResolvedSnapshot.Wait) -> Standing {
    guard case .lock(var holder?) = activity, holder.number == wait.thread else { return self }
    var standing = self
    holder.isOfThisWait = true
    standing.activity = .lock(holder: holder)
    return standing
  }

  /// Says that it is of another test, if that is known.
  fileprivate func marked(for wait: ResolvedSnapshot.Wait) -> Standing {
    var standing = self
    if let test, let identity = wait.test {
      standing.isOfOtherTest = identity.isOther(test)
      standing.isOfThisTest = !standing.isOfOtherTest
    }
    return standing
  }
}
