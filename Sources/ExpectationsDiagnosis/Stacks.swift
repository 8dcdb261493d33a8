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
      let began: UInt64
      private let snapshot: ProcessSnapshot
      private let resolved = Locked<ResolvedSnapshot?>(nil)

      init(_ snapshot: ProcessSnapshot, began: UInt64) { (self.snapshot, self.began) = (snapshot, began) }

      /// The copy with names and lines. It may take some hundred milliseconds the first time.
      func resolve() -> ResolvedSnapshot {
        resolved.withLock { resolved in
          if let resolved { return resolved }
          let fresh = snapshot.resolved(limit: Stacks.limit)
          resolved = fresh
          return fresh
        }
      }
    }

    private static let last = Locked<Copy?>(nil)
  #endif

  /// The time to copy everything, which takes some milliseconds, and for all names; the rest is left out.
  private static let limit = Duration.seconds(1)
  /// Many waits may time out at the same moment: a wait takes a copy that began at most a tenth of a second before, and
  /// its text takes that copy, or one that is as old as the wait may be late. In nanoseconds.
  private static let (freshness, latest): (UInt64, UInt64) = (100_000_000, 1_500_000_000)
  // A private queue with a priority of its own gets a thread even if the global queues and the pool are blocked.
  private static let queue = DispatchQueue(label: "expectations.stacks", qos: .userInteractive)

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
      let oldest = instant(before: freshness)
      queue.async {
        _ = copy(since: oldest)
        body()
      }
    #else
      body()
    #endif
  }

  /// Where the threads and tasks stood that are in your code, apart from the calling thread or task; one line for each
  /// place, first those in the file of the wait.
  static func lines(for wait: WaitFacts) -> [String] {
    #if os(Linux)
      var own = ResolvedSnapshot.Wait(test: TestIdentity.ofCallingTask())
      if wait.isBlocking { own.thread = ProcessInspector.ownThread }
      return lines(for: own, files: ["\(wait.site.filePath)"], shown: 8)
    #else
      return []
    #endif
  }

  /// Where all threads and tasks stand, for a hang.
  static func all(files: [String]) -> [String] {
    #if os(Linux)
      return lines(for: ResolvedSnapshot.Wait(), files: Set(files), shown: 20)
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
    private static func lines(for wait: ResolvedSnapshot.Wait, files: Set<String>, shown: Int) -> [String] {
      let standings = recent().resolve().standings(for: wait).filter { !$0.isOfToolchain }
      return StandingText(standings, files: files, limit: shown).lines
    }

    private static func recent() -> Copy {
      let oldest = instant(before: latest)
      if let known = last.withLock({ $0 }), known.began >= oldest { return known }
      return queue.sync { copy(since: oldest) }
    }

    private static func instant(before delay: UInt64) -> UInt64 {
      let now = DispatchTime.now().uptimeNanoseconds
      return now < delay ? 0 : now - delay
    }

    /// Copies, unless there is a copy that began at `oldest` or later. Call it on the queue.
    private static func copy(since oldest: UInt64) -> Copy {
      if let known = last.withLock({ $0 }), known.began >= oldest { return known }
      let began = DispatchTime.now().uptimeNanoseconds
      let copy = Copy(ProcessInspector.copy(limit: limit), began: began)
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
