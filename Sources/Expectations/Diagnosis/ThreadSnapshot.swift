/// What the threads of the process do, as far as the system tells it cheaply: on Linux, from `/proc`.
enum ThreadSnapshot {
  private struct Last {
    var groups: [WaitReport.ThreadGroup] = []
    var taken: Instant?
  }

  private static let last = Locked(Last())
  /// Many waits may run out of time at once.
  private static let freshness: Nanoseconds = 100_000_000

  /// A census of at most a tenth of a second ago.
  static var recent: [WaitReport.ThreadGroup] {
    let now = MonotonicClock.now()
    let known = last.withLock { last in
      last.taken.flatMap { now.since($0) < freshness ? last.groups : nil }
    }
    if let known { return known }
    let groups = take()
    last.withLock { $0 = Last(groups: groups, taken: now) }
    return groups
  }

  #if os(Linux)
    /// Very many threads are not worth the time of reading about each.
    private static let limit = 128

    private static func take() -> [WaitReport.ThreadGroup] {
      let own = SystemFile.ownThread
      let threads = SystemFile.names(in: "/proc/self/task").filter { $0 != own }.sorted {
        (Int($0) ?? 0) < (Int($1) ?? 0)
      }
      let main = SystemFile.process
      return groups(
        threads.prefix(limit).compactMap { thread in
          let folder = "/proc/self/task/\(thread)/"
          guard let status = SystemFile.text(of: folder + "stat") else { return nil }
          let call = SystemFile.text(of: folder + "syscall")
          return ThreadStatus(status, systemCall: call, isMain: thread == main)
        })
    }
  #else
    private static func take() -> [WaitReport.ThreadGroup] { [] }
  #endif

  /// Threads that look the same as one group, in the order of the first of each.
  static func groups(_ threads: [ThreadStatus]) -> [WaitReport.ThreadGroup] {
    var groups: [WaitReport.ThreadGroup] = []
    for thread in threads {
      if let index = groups.firstIndex(where: { $0.name == thread.name && $0.activity == thread.activity }) {
        groups[index].count += 1
      } else {
        groups.append(WaitReport.ThreadGroup(name: thread.name, activity: thread.activity, count: 1))
      }
    }
    return groups
  }
}
