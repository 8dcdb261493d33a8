import Dispatch
import Expectations
import Foundation

#if os(Linux)
  import ThreadInspection
#endif

/// Copies where the threads and tasks of the process stand, at most ten times a second, on Linux.
///
/// A copy is made when a wait has timed out, before its thread or task wakes. Names and lines take longer: they come
/// later, and once for all waits that ran out of time together.
enum Stacks {
  #if os(Linux)
    private final class Copy: Sendable {
      let began: Int64
      private let snapshot: ProcessSnapshot
      private let waits = LiveWaits.all
      private let resolved = Locked<ResolvedSnapshot?>(nil)

      init(_ snapshot: ProcessSnapshot, began: Int64) { (self.snapshot, self.began) = (snapshot, began) }

      /// The copy with names and lines. It may take some hundred milliseconds the first time.
      func resolve() -> ResolvedSnapshot {
        resolved.withLock { resolved in
          if let resolved { return resolved }
          var fresh = snapshot.resolved(limit: Stacks.limit.withLock { $0 })
          // Of several waits in one line that differ, none has a name.
          fresh.name { file, line in
            let names = Set(waits.filter { $0.site.line == line && "\($0.site.filePath)" == file }.map(\.name))
            return names.count == 1 ? names.first : nil
          }
          resolved = fresh
          return fresh
        }
      }
    }

    private static let last = Locked<Copy?>(nil)
    /// The tests whose texts named a deadlock first.
    private static let deadlocks = Locked<[Set<Standing.Identity>: String]>([:])
  #endif

  /// The time to copy everything, which takes some milliseconds, and for all names; the rest is left out. On a busy
  /// computer, tests of lines need more.
  static let limit = Locked(Duration.seconds(1))
  /// Many waits may time out at the same moment: a wait takes a copy that began at most a tenth of a second before, in
  /// nanoseconds. Its text takes that copy, or any other one since then.
  private static let freshness: Int64 = 100_000_000
  // A private queue with a priority of its own gets a thread even if the global queues and the pool are blocked.
  static let queue = DispatchQueue(label: "expectations.stacks", qos: .userInteractive)

  /// Looks up before the first test what the loader knows by name: a thread that is stuck in the constructor of a
  /// library holds the lock of the loader, and with it would hold every wait that fails.
  static func prepare() {
    #if os(Linux)
      ProcessInspector.prepare()
    #endif
  }

  /// Learns how the tasks of a test are recognized. Call it in a task of a test.
  static func prepareTest() {
    #if os(Linux)
      TestIdentity.learn()
    #endif
  }

  /// Copies on a private queue, then calls `body` there. The calling thread does not wait.
  static func copy(then body: @escaping @Sendable () -> Void) {
    #if os(Linux)
      let oldest = now - freshness
      queue.async {
        _ = newCopy(since: oldest)
        body()
      }
    #else
      body()
    #endif
  }

  /// Where the threads and tasks stood that are in your code, apart from the calling thread or task; one line for each
  /// place, first those in the file of the wait; and one line of other tests.
  static func lines(for wait: WaitFacts) -> (own: [String], others: String?) {
    #if os(Linux)
      var own = ResolvedSnapshot.Wait(test: TestIdentity.ofCallingTask())
      if wait.isBlocking { own.thread = ProcessInspector.ownThread } else { own.task = RunningTask.number }
      let (end, isOver) = wait.began.addingReportingOverflow(wait.limit)
      let (copy, isNew) = copy(since: isOver ? now : end - freshness)
      // By now, the wait is over, and makes its text.
      let standings = copy.resolve().standings(for: own).filter { !isNew || !$0.isOfThisWait }
      var text = StandingText(
        standings, files: ["\(wait.site.filePath)"], runningTests: copy.resolve().runningTests.count)
      if let test = wait.test { deadlocks.withLock { text.claimDeadlocks(for: test, &$0) } }
      return (text.lines, text.lineOfOthers)
    #else
      return ([], nil)
    #endif
  }

  /// Where all threads and tasks stand, for a hang.
  static func all(files: [String]) -> [String] {
    #if os(Linux)
      return StandingText(recent().resolve().standings(for: .init()), files: Set(files), limit: 20).lines
    #else
      return []
    #endif
  }

  /// The test cases of Swift Testing that run, by the names of their tasks.
  static var runningTests: [String] {
    #if os(Linux)
      recent().resolve().runningTests
    #else
      []
    #endif
  }

  #if os(Linux)
    /// A copy for a hang, of which both its texts are made.
    private static func recent() -> Copy { copy(since: now - 1_000_000_000).copy }

    private static func copy(since oldest: Int64) -> (copy: Copy, isNew: Bool) {
      if let known = last.withLock({ $0 }), known.began >= oldest { return (known, false) }
      return queue.sync { (newCopy(since: oldest), true) }
    }

    private static var now: Int64 { Int64(DispatchTime.now().uptimeNanoseconds) }

    /// Copies, unless there is a copy that began at `oldest` or later. Call it on the queue.
    private static func newCopy(since oldest: Int64) -> Copy {
      if let known = last.withLock({ $0 }), known.began >= oldest { return known }
      let began = now
      let copy = Copy(ProcessInspector.copy(limit: limit.withLock { $0 }), began: began)
      // The previous one is released outside the lock.
      let previous = last.withLock { last in
        defer { last = copy }
        return last
      }
      withExtendedLifetime(previous) {}
      return copy
    }
  #endif
}
