import Expectations
import Foundation

#if os(Linux)
  import ThreadInspection
#endif

/// A step that takes longer than any should: its code computes, or blocks the thread that explores.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct BlockedStep: Sendable {
  let call: ExplorationCall
  let scheduler: Scheduler
  /// How long a step may take, in nanoseconds.
  let limit = Watchdog.stepLimit

  /// The failure. Its text takes a while.
  var report: ExplorationReport {
    let (schedules, code) = (scheduler.watchdog.schedulesSoFar, scheduler.crashNote.codeSoFar)
    let isVirtualTime = call.settings.isVirtualTime
    let run = isVirtualTime ? "in virtual time" : "under schedule \(schedules)"
    let title = (call.name.map { "\($0): " } ?? "") + "Blocked \(run): one step takes more than "
    let advice =
      "Its code computes, or blocks the thread on which all tasks of the body run: with a semaphore or a lock, for example."
    var lines = [title + DurationText.text(nanoseconds: limit)] + place.map { "  \($0)" } + ["  \(advice)"]
    if !isVirtualTime { lines.append(ReplayRequest.advice(code, test: call.host.testName)) }
    return ExplorationReport(
      outcome: .stuck, schedules: schedules, schedule: code, seed: call.settings.seed,
      description: lines.joined(separator: "\n"))
  }

  #if os(Linux)
    /// The number of the thread that explores; nil where it is not known.
    let thread = ProcessInspector.ownThread

    private var place: [String] {
      guard let thread else { return [] }
      // A busy computer needs seconds for each of the two. If there is no time for all threads, there is for this one.
      let snapshot = ProcessInspector.copy(limit: .seconds(10), waitingThread: thread).resolved(limit: .seconds(10))
      let standings = snapshot.standings(for: ResolvedSnapshot.Wait()).filter {
        if case .thread(thread, _, _) = $0.subject { true } else { false }
      }
      guard let line = StandingText(standings).lines.first else { return [] }
      // A thread has the name of the one that started it, which says nothing here.
      return ["the thread: " + (line.firstRange(of: ": ").map { String(line[$0.upperBound...]) } ?? line)]
    }
  #else
    private var place: [String] { [] }
  #endif

  /// Records the failure from another thread, because the main thread is blocked, and returns it. Nothing can end its
  /// step but the end of the process, which comes if the step does not return in 30 s.
  func recordForMainThread() -> ExplorationReport {
    // Before the text is made. It stays the same while the step runs.
    let moment = scheduler.watchdog.stepsSoFar
    let (report, site) = (report, call.site)
    call.host.record(report.description, at: site)
    StandardError.print("\(site): \(report)")
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 30)
      guard scheduler.watchdog.stepsSoFar == moment, !Debugger.isAttached else { return }
      StandardError.print("\(site): the step still blocks the main thread, so the process ends")
      exit(EXIT_FAILURE)
    }
    return report
  }
}
