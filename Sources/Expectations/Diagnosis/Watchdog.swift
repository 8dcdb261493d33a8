import Dispatch
import Foundation

/// Prints what the run waits for when nothing has happened for some time: no wait and no test has begun or ended, and
/// no wait has made progress. With a limit for a hang, it then ends the process.
///
/// It prints all live waits, or the running tests if no wait is live. If the run is killed later, its output shows
/// where it hung.
final class Watchdog: Sendable {
  /// nil when the run has no watchdog. In a run that has one only because it runs tests, the first test makes it.
  static var shared: Watchdog? {
    if let ofAnyProgram { return ofAnyProgram }
    return limitsOfTests != nil && hasSeenATest.withLock({ $0 }) ? ofTests : nil
  }

  private static let hasSeenATest = Locked(false)

  private static let ofAnyProgram = Limits.ofRun(haveTests: false).map { Watchdog($0) }
  private static let limitsOfTests = Limits.ofRun(haveTests: true)
  private static let ofTests = limitsOfTests.map { Watchdog($0) }

  /// How long nothing may happen.
  struct Limits: Equatable, Sendable {
    /// After this time, it is printed; nil for never.
    var report: Nanoseconds?
    /// After this time, it is printed, and the process ends; nil for never.
    var end: Nanoseconds?

    /// The limits that the environment asks for. On a CI system, a run of tests has a watchdog anyway.
    static func ofRun(haveTests: Bool) -> Limits? {
      Limits(
        reportSeconds: EnvironmentSetting.notNegative("EXPECTATIONS_WATCHDOG"), endSeconds: endSeconds,
        ci: ProcessInfo.processInfo.environment["CI"], haveTests: haveTests)
    }

    /// After how long a hang ends the process; nil if it does not.
    static var endSeconds: Double? { EnvironmentSetting.positive("EXPECTATIONS_HANG_LIMIT") }

    /// - `reportSeconds`: Zero for never; nil for the usual time, which only a CI system has.
    /// - `ci`: The value of the variable `CI`.
    /// - `haveTests`: Whether the process is known to run tests.
    init?(reportSeconds: Double?, endSeconds: Double?, ci: String?, haveTests: Bool) {
      let isCI = ci.map { !["", "0", "false"].contains($0.lowercased()) } ?? false
      let isWatched = isCI && (haveTests || endSeconds != nil)
      self.init(reportSeconds: reportSeconds ?? (isWatched ? 300 : nil), endSeconds: endSeconds)
    }

    /// - Parameter reportSeconds: Zero or nil for never.
    init?(reportSeconds: Double?, endSeconds: Double?) {
      func limit(_ seconds: Double?) -> Nanoseconds? {
        seconds.flatMap { $0 == 0 ? nil : Nanoseconds(min($0, 1e9) * 1e9) }
      }
      (report, end) = (limit(reportSeconds), limit(endSeconds))
      if report == nil, end == nil { return nil }
    }
  }

  private struct State {
    var live: [SlotKey: (request: WaitRequest, context: CallingContext)] = [:]
    var conditions: [ObjectIdentifier: LiveCondition] = [:]
    var progress: ProgressMonitor
    /// When a wait or a test last began or ended.
    var lastChange = MonotonicInstant(nanoseconds: .min)
    var isTimerSet = false
  }

  private let state: Locked<State>
  private let tests: @Sendable () -> [String]
  private let inspection: @Sendable () -> Inspection?
  private let print: @Sendable (String) -> Void
  private let end: HangEnd
  // Unchecked: a Dispatch source is safe to use from any thread, but its Swift type does not say so.
  private nonisolated(unsafe) let timer: any DispatchSourceTimer

  /// - `tests`: Returns the names of the running tests, as far as the library knows them.
  /// - `inspection`: Returns where the threads and tasks stand.
  init(
    _ limits: Limits, tests: @escaping @Sendable () -> [String] = { TestHosts.running },
    inspection: @escaping @Sendable () -> Inspection? = Inspections.recent,
    print: @escaping @Sendable (String) -> Void = StandardError.print,
    end: HangEnd = HangEnd()
  ) {
    state = Locked(State(progress: ProgressMonitor(limits)))
    self.tests = tests
    self.inspection = inspection
    self.print = print
    self.end = end
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

  /// Adds a condition that is checked from now on, until it is removed.
  static func add(_ condition: @autoclosure () -> LiveCondition, _ key: ObjectIdentifier) {
    guard let shared else { return }
    let condition = condition()
    shared.change { $0.conditions[key] = condition }
  }

  static func removeCondition(_ key: ObjectIdentifier) { shared?.change { $0.conditions[key] = nil } }

  /// Notes that a wait has ended at once, or that other work of the library has made progress.
  static func noteProgress() { shared?.testsChanged() }

  /// Notes that a test has begun or ended. The watchdog also observes running tests, because a test may hang without a
  /// wait.
  static func noteTests() {
    hasSeenATest.withLock { $0 = true }
    shared?.testsChanged()
  }

  /// Begins to watch before the first test, if a hang ends the process: Swift Testing says of no test that it runs, so
  /// a test that never uses the library may be the one that hangs.
  static func prepare() {
    guard Limits.endSeconds != nil else { return }
    shared?.testsChanged()
  }

  func testsChanged() { change { _ in } }

  private func began(_ wait: SlotKey, _ request: WaitRequest, _ context: CallingContext) {
    change { $0.live[wait] = (request, context) }
  }

  private func change(_ change: (inout State) -> Void) {
    let now = MonotonicClock.now()
    state.withLock { state in
      change(&state)
      noteChange(at: now, in: &state)
    }
  }

  private func noteChange(at now: MonotonicInstant, in state: inout State) {
    state.lastChange = now
    guard !state.isTimerSet else { return }
    state.isTimerSet = true
    setTimer(for: state.progress.start(at: now))
  }

  private func ended(_ wait: SlotKey) {
    let now = MonotonicClock.now()
    // The entry is returned, so that nothing is released under the lock.
    _ = state.withLock { state in
      let entry = state.live.removeValue(forKey: wait)
      // The pauses of a condition are no progress.
      if entry != nil { state.lastChange = now }
      return entry
    }
  }

  private func setTimer(for instant: MonotonicInstant) {
    timer.schedule(deadline: DispatchTime(uptimeNanoseconds: UInt64(max(1, instant.nanoseconds))))
  }

  /// What the watchdog sees at one moment.
  private struct View {
    var waits: [LiveWait]
    var conditions: [LiveCondition]
    var tests: [String]
    var lastChange: MonotonicInstant
    /// When anything made progress.
    var lastProgress: MonotonicInstant

    var isEmpty: Bool { waits.isEmpty && conditions.isEmpty && tests.isEmpty }
  }

  private func view(at now: MonotonicInstant) -> View {
    let (live, conditions, lastChange) = state.withLock { ($0.live, Array($0.conditions.values), $0.lastChange) }
    let waits = LiveWait.all(of: live, at: now)
    return View(
      waits: waits, conditions: conditions.sortedForText { $0.began < $1.began },
      tests: waits.isEmpty && conditions.isEmpty ? tests() : [], lastChange: lastChange,
      lastProgress: waits.reduce(lastChange) { max($0, $1.lastProgress) })
  }

  private func check() {
    let now = MonotonicClock.now()
    // Usually something has begun or ended a short time ago, so there is no need to look at each wait.
    let isRecent = state.withLock { state in
      guard now.since(state.lastChange) < state.progress.shortest else { return false }
      setTimer(for: state.progress.check(at: now, lastProgress: state.lastChange).next)
      return true
    }
    guard !isRecent else { return }
    let view = self.view(at: now)
    let isTraced = Debugger.isAttached
    let verdict: ProgressMonitor.Verdict = state.withLock { state in
      // The watchdog also checks again if anything has begun or ended in the meantime.
      let mayHang = !view.isEmpty || state.progress.limits.end != nil || state.lastChange != view.lastChange
      guard mayHang else {
        state.isTimerSet = false
        return .goOn
      }
      if isTraced { state.lastChange = now }
      let (verdict, next) = state.progress.check(at: now, lastProgress: max(view.lastProgress, state.lastChange))
      setTimer(for: next)
      return verdict
    }
    switch verdict {
    case .goOn: break
    // The wait or the test may have ended in the meantime.
    case .report: if !view.isEmpty { report(view, at: now) }
    case .end:
      guard TestHosts.haveTests || !view.isEmpty else { return }
      let cancel = end.prepare { [self] in state.withLock { $0.lastChange } == view.lastChange }
      report(view, at: now)
      // Looking for places takes time.
      guard self.view(at: MonotonicClock.now()).lastProgress == view.lastProgress else {
        cancel()
        return print("Expectations: the run goes on, because something has made progress in the meantime.")
      }
      print(
        "Expectations: the process ends with exit code \(ProcessExit.codeOfHang), because EXPECTATIONS_HANG_LIMIT is set."
      )
      cancel()
      end.end()
    }
  }

  private func report(_ view: View, at now: MonotonicInstant) {
    let silence = now.since(view.lastProgress)
    if !view.waits.isEmpty { print(LiveWait.text(of: view.waits, stalledFor: silence)) }
    if !view.conditions.isEmpty { print(LiveCondition.text(of: view.conditions, at: now)) }
    let isWithoutWait = view.waits.isEmpty && view.conditions.isEmpty
    // The inspection takes time, and what is known without it must not be lost if it does not end.
    if isWithoutWait { print(Self.text(of: view.tests, silentFor: silence)) }
    let inspection = inspection()
    if isWithoutWait, let text = Self.text(ofTasks: inspection?.runningTests ?? [], besides: view.tests) { print(text) }
    let files = view.waits.map(\.report.callSite.filePath) + view.conditions.map { "\($0.site.filePath)" }
    if let text = Self.text(of: inspection, files) { print(text) }
  }

  /// Where the threads and tasks stand; nil where nothing is known.
  private static func text(of inspection: Inspection?, _ files: [String]) -> String? {
    let wait = inspection.map { InspectedWait($0) }
    guard let lines = wait?.lines(files: files, limit: 20), !lines.isEmpty else { return nil }
    return (["Expectations: this is where threads and tasks stand:"] + lines.map { "  \($0)" }).joined(separator: "\n")
  }

  /// The text that the watchdog prints when no wait is live.
  static func text(of tests: [String], silentFor silence: Nanoseconds) -> String {
    let nothing =
      "Expectations: no wait has begun or ended for \(DurationText.short(.nanoseconds(silence))), and none is live."
    guard !tests.isEmpty else { return nothing }
    let headline = "\(nothing) \(tests.count == 1 ? "This test is" : "These \(tests.count) tests are") running:"
    return ([headline] + Shortened.lines(tests.map { "  \($0)" })).joined(separator: "\n")
  }

  /// The text about tests that run as the names of their tasks say. Nil if these are known anyway.
  /// - `names`: Those of tests, without their suites. A test with a display name has that one.
  static func text(ofTasks names: [String], besides known: [String]) -> String? {
    guard !names.isEmpty || !known.isEmpty else { return "Expectations: which tests run is not known." }
    var others = names
    for test in known {
      let index = others.firstIndex { test == $0 || test.hasSuffix(".\($0)") }
      if let index { others.remove(at: index) }
    }
    guard !others.isEmpty else { return nil }
    let tests = names.count == 1 ? "this test is" : "these \(names.count) tests are"
    let headline = "Expectations: the names of tasks say that \(tests) running:"
    return ([headline] + Shortened.lines(names.map { "  \($0)" })).joined(separator: "\n")
  }
}

/// What other modules tell the watchdog.
package enum RunProgress {
  /// Notes that a test goes on, although no wait begins or ends.
  package static func note() { Watchdog.noteProgress() }
}

/// How a hang ends the process.
struct HangEnd: Sendable {
  /// Ends the process in half a minute if it still hangs, even if the report of the hang does not end. Returns code
  /// that cancels that.
  var prepare: @Sendable (_ hangs: @escaping @Sendable () -> Bool) -> @Sendable () -> Void = { hangs in
    let emergency = ProcessExit.Emergency(seconds: 30, unless: { !hangs() })
    return { emergency.cancel() }
  }
  var end: @Sendable () -> Void = ProcessExit.endHang
}
