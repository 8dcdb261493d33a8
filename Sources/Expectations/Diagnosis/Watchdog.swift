import Dispatch

/// Prints what the run waits for when nothing has happened for `EXPECTATIONS_WATCHDOG` seconds: no wait and no test has
/// begun or ended, and no wait has made progress.
///
/// It prints all live waits, or the running tests if no wait is live, and stops nothing. If the run is killed later,
/// its output shows where it hung.
final class Watchdog: Sendable {
  /// nil when the environment asks for no watchdog.
  static let shared = EnvironmentSetting.positive("EXPECTATIONS_WATCHDOG").map { seconds in
    Watchdog(limit: Nanoseconds(min(seconds, 1e9) * 1e9))
  }

  private struct State {
    var live: [SlotKey: (request: WaitRequest, context: CallingContext)] = [:]
    var progress: ProgressMonitor
    /// When a wait or a test last began or ended.
    var lastChange = MonotonicInstant(nanoseconds: .min)
    var isTimerSet = false
  }

  private let state: Locked<State>
  private let tests: @Sendable () -> [String]
  private let inspection: @Sendable () -> Inspection?
  private let print: @Sendable (String) -> Void
  // Unchecked: a Dispatch source is safe to use from any thread, but its Swift type does not say so.
  private nonisolated(unsafe) let timer: any DispatchSourceTimer

  /// - `tests`: Returns the names of the running tests, as far as the library knows them.
  /// - `inspection`: Returns where the threads and tasks stand.
  init(
    limit: Nanoseconds, tests: @escaping @Sendable () -> [String] = { TestHosts.running },
    inspection: @escaping @Sendable () -> Inspection? = Inspections.recent,
    print: @escaping @Sendable (String) -> Void = StandardError.print
  ) {
    state = Locked(State(progress: ProgressMonitor(limit: limit)))
    self.tests = tests
    self.inspection = inspection
    self.print = print
    timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "expectations.watchdog", qos: .userInteractive))
    timer.setEventHandler { [weak self] in self?.check() }
    timer.activate()
  }

  /// Adds a wait to the live waits, if there is a watchdog and the wait is not internal.
  static func add(_ wait: SlotKey, _ request: WaitRequest, _ context: CallingContext) {
    guard let shared, !request.isInternal else { return }
    shared.began(wait, request, context)
  }

  /// Removes a wait that has ended.
  static func remove(_ wait: SlotKey) { shared?.ended(wait) }

  /// Notes that a test has begun or ended. The watchdog also observes running tests, because a test may hang without a
  /// wait.
  static func noteTests() { shared?.testsChanged() }

  func testsChanged() {
    let now = MonotonicClock.now()
    state.withLock { noteChange(at: now, in: &$0) }
  }

  private func began(_ wait: SlotKey, _ request: WaitRequest, _ context: CallingContext) {
    let now = MonotonicClock.now()
    state.withLock { state in
      state.live[wait] = (request, context)
      noteChange(at: now, in: &state)
    }
  }

  private func noteChange(at now: MonotonicInstant, in state: inout State) {
    state.lastChange = now
    guard !state.isTimerSet else { return }
    state.isTimerSet = true
    setTimer(for: now.advanced(by: state.progress.limit))
  }

  private func ended(_ wait: SlotKey) {
    let now = MonotonicClock.now()
    // The entry is returned, so that nothing is released under the lock.
    _ = state.withLock { state in
      state.lastChange = now
      return state.live.removeValue(forKey: wait)
    }
  }

  private func setTimer(for instant: MonotonicInstant) {
    timer.schedule(deadline: DispatchTime(uptimeNanoseconds: UInt64(max(1, instant.nanoseconds))))
  }

  private func check() {
    let (live, lastChange) = state.withLock { ($0.live, $0.lastChange) }
    let now = MonotonicClock.now()
    let waits = LiveWait.all(of: live, at: now)
    let tests = live.isEmpty ? tests() : []
    let lastProgress = waits.reduce(lastChange) { max($0, $1.lastProgress) }
    let isStall = state.withLock { state in
      // The watchdog also checks again if a wait or a test has begun or ended in the meantime.
      guard !state.live.isEmpty || !tests.isEmpty || state.lastChange != lastChange else {
        state.isTimerSet = false
        return false
      }
      let (isStall, next) = state.progress.check(at: now, lastProgress: lastProgress)
      setTimer(for: next)
      return isStall
    }
    // The wait or the test may have ended in the meantime.
    guard isStall, !waits.isEmpty || !tests.isEmpty else { return }
    let silence = now.since(lastProgress)
    if !waits.isEmpty { print(LiveWait.text(of: waits, stalledFor: silence)) }
    if !tests.isEmpty { print(Self.text(of: tests, silentFor: silence)) }
    if let text = Self.text(of: inspection(), waits.map(\.report.callSite.filePath)) { print(text) }
  }

  /// Where the threads and tasks stand; nil where nothing is known.
  private static func text(of inspection: Inspection?, _ files: [String]) -> String? {
    let wait = inspection.map { InspectedWait($0) }
    guard let lines = wait?.lines(files: files, limit: 20), !lines.isEmpty else { return nil }
    return (["Expectations: this is where threads and tasks stand:"] + lines.map { "  \($0)" }).joined(separator: "\n")
  }

  /// The text that the watchdog prints when no wait is live.
  static func text(of tests: [String], silentFor silence: Nanoseconds) -> String {
    let running = tests.count == 1 ? "This test is" : "These \(tests.count) tests are"
    let headline =
      "Expectations: no wait has begun or ended for \(DurationText.short(.nanoseconds(silence))), and none is live. \(running) running:"
    return ([headline] + Shortened.lines(tests.map { "  \($0)" })).joined(separator: "\n")
  }
}

/// A live wait.
struct LiveWait {
  var started: MonotonicInstant
  /// When the wait began, or when one of its expectations was last fulfilled.
  var lastProgress: MonotonicInstant
  var report: WaitReport
  var test: String?

  static func all(
    of live: [SlotKey: (request: WaitRequest, context: CallingContext)], at now: MonotonicInstant
  ) -> [LiveWait] {
    let waits = live.compactMap { wait, entry -> LiveWait? in
      Wait.snapshot(of: wait, for: entry.request, entry.context).map { record in
        let fulfilled = record.states.compactMap(\.history.last?.place.time)
        return LiveWait(
          started: record.started.real, lastProgress: fulfilled.reduce(record.started.real, max),
          report: WaitReport(record, error: nil), test: entry.request.host.testName)
      }
    }
    return waits.sortedForText { $0.started < $1.started }
  }

  /// The text that the watchdog prints: every wait with its age, what came and what did not, the oldest first.
  static func text(of waits: [LiveWait], stalledFor silence: Nanoseconds) -> String {
    let count = waits.count == 1 ? "This wait is" : "These \(waits.count) waits are"
    let headline =
      "Expectations: no wait has made progress for \(DurationText.short(.nanoseconds(silence))). \(count) live:"
    let texts = waits.map { wait in
      let test = wait.test.map { ", in test \($0)" } ?? ""
      let waitedOn = wait.report.context.isSuspended ? "" : ", on \(wait.report.waitedOn)"
      return "\(wait.report.callSite)\(test)\(waitedOn): \(WaitText(wait.report, isLive: true).text)"
    }
    return ([headline] + texts).joined(separator: "\n")
  }
}

/// Decides when the watchdog reports that nothing makes progress: once for each stall.
struct ProgressMonitor {
  let limit: Nanoseconds
  /// The last progress before the stall that was reported last.
  private var reported: MonotonicInstant?

  init(limit: Nanoseconds) {
    self.limit = limit
  }

  /// Checks the progress while a wait or a test is running. Returns whether to report a stall, and when to check again.
  mutating func check(at now: MonotonicInstant, lastProgress: MonotonicInstant) -> (
    isStall: Bool, next: MonotonicInstant
  ) {
    guard lastProgress != reported else { return (false, now.advanced(by: limit)) }
    let end = lastProgress.advanced(by: limit)
    guard now >= end else { return (false, end) }
    reported = lastProgress
    return (true, now.advanced(by: limit))
  }
}
