#if os(Linux)
  import Foundation
  import ThreadInspection
#endif

/// Lists what the threads of the process do, on Linux, from `/proc`. On other systems, the list is empty.
enum ThreadList {
  private struct Last {
    var groups: [WaitReport.ThreadGroup] = []
    var taken: MonotonicInstant?
  }

  private static let last = Locked(Last())
  /// For how long waits share one list, because many may time out at once.
  private static let maxAge: Nanoseconds = 100_000_000

  /// A list that is less than a tenth of a second old.
  static var recent: [WaitReport.ThreadGroup] {
    let now = MonotonicClock.now()
    let known = last.withLock { last in
      last.taken.flatMap { now.since($0) < maxAge ? last.groups : nil }
    }
    if let known { return known }
    let groups = take()
    last.withLock { $0 = Last(groups: groups, taken: now) }
    return groups
  }

  #if os(Linux)
    /// With very many threads, reading about each of them takes too long.
    private static let limit = 128

    private static func take() -> [WaitReport.ThreadGroup] {
      let own = SystemFile.ownThread
      let numbers = SystemFile.numbers(in: "/proc/self/task") ?? []
      let threads = numbers.filter { $0 != own }.sortedForText { $0 < $1 }
      let main = getpid()
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

  /// Combines threads that look the same into one group, in the order in which each kind first appears.
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
