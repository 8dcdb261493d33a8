import Expectations
import Foundation

#if os(Linux)
  import ThreadInspection
#endif

/// A step that takes longer than any should: its code computes, or blocks the thread that explores.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct BlockedStep: Sendable {
  let scheduler: Scheduler
  /// The name of the exploration.
  let name: String?
  /// The number of the thread that explores; nil where it is not known.
  let thread: Int32?
  let isVirtualTime: Bool
  /// How long a step may take, in nanoseconds.
  let limit = Watchdog.stepLimit

  /// The number of the schedule, counted from 1, and its code.
  var schedules: Int { scheduler.watchdog.schedulesSoFar }
  var code: String { scheduler.crashNote.code }

  /// The text of the failure.
  var text: String {
    let limit = DurationText.text(nanoseconds: limit)
    let run = isVirtualTime ? "in virtual time" : "under schedule \(schedules)"
    let title = (name.map { "\($0): " } ?? "") + "Blocked \(run): one step takes more than \(limit)"
    let advice =
      "Its code computes, or blocks the thread on which all tasks of the body run: with a semaphore or a lock, for example."
    let repeating = "repeat: explore(replay: \"\(code)\"), or EXPECTATIONS_REPLAY=\(code)"
    let lines = [title] + place.map { "  \($0)" } + ["  \(advice)"]
    return (isVirtualTime ? lines : lines + [repeating]).joined(separator: "\n")
  }

  #if os(Linux)
    static var ownThread: Int32? { ProcessInspector.ownThread }

    /// Where the thread stands.
    private var place: [String] {
      guard let thread else { return [] }
      // The step has taken seconds already, and a busy computer needs some for each of the two. If there is no time for
      // all threads, there is for this one.
      let snapshot = ProcessInspector.copy(limit: .seconds(10), waitingThread: thread).resolved(limit: .seconds(10))
      let standings = snapshot.standings(for: ResolvedSnapshot.Wait()).filter { standing in
        if case .thread(let number, _, _) = standing.subject { return number == thread }
        return false
      }
      guard let line = standings.isEmpty ? nil : StandingText(standings).lines.first else { return [] }
      // A thread has the name of the one that started it, which says nothing here.
      return ["the thread: " + (line.firstRange(of: ": ").map { String(line[$0.upperBound...]) } ?? line)]
    }
  #else
    static var ownThread: Int32? { nil }
    private var place: [String] { [] }
  #endif

  // MARK: On the main thread

  /// How many steps have run. It stays the same while a step runs.
  var moment: Int { scheduler.watchdog.stepsSoFar }

  /// How long a step may block the main thread after the failure, in seconds.
  private static let patience = 30.0

  /// Records the failure from another thread, because the main thread is blocked. Nothing can end its step but the end
  /// of the process, which comes if the step does not return.
  static func tellOfMainThread(
    _ step: BlockedStep, _ text: String, at moment: Int, _ host: any ExplorationHost, _ site: CallSite
  ) {
    host.record(text, at: site)
    FileHandle.standardError.write(Data("\(site): \(text)\n".utf8))
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: patience)
      guard step.moment == moment, !Debugger.isAttached else { return }
      FileHandle.standardError.write(Data("\(site): the step still blocks the main thread, so the process ends\n".utf8))
      exit(EXIT_FAILURE)
    }
  }
}
