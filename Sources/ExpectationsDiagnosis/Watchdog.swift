import Dispatch
import Expectations
import Foundation

/// Prints what the run waits for when nothing has happened for some time: no wait, no condition and no test has begun
/// or ended. With a limit for a hang, it then ends the process.
///
/// If the run is killed later, its output shows where it hung.
final class Watchdog: Sendable {
  /// How long nothing may happen, in nanoseconds.
  struct Limits: Equatable, Sendable {
    /// After this time, it is printed; nil for never.
    var report: Int64?
    /// After this time, it is printed, and the process ends; nil for never.
    var end: Int64?

    /// - `reportSeconds`: Zero for never; nil for the usual time, which only a CI system has.
    /// - `ci`: The value of the variable `CI`.
    /// - `haveTests`: Whether the process is known to run tests.
    init?(reportSeconds: Double?, endSeconds: Double?, ci: String?, haveTests: Bool) {
      let isCI = ci.map { !["", "0", "false"].contains($0.lowercased()) } ?? false
      let isWatched = isCI && (haveTests || endSeconds != nil)
      func limit(_ seconds: Double?) -> Int64? {
        seconds.flatMap { $0 == 0 ? nil : Int64(min($0, 1e9) * 1e9) }
      }
      report = limit(reportSeconds ?? (isWatched ? 300 : nil))
      end = limit(endSeconds)
      if report == nil, end == nil { return nil }
    }

    /// The limits that the environment asks for. On a CI system, a run of tests has a watchdog anyway.
    static func ofRun(haveTests: Bool) -> Limits? {
      Limits(
        reportSeconds: EnvironmentSetting.read(
          "EXPECTATIONS_WATCHDOG", "zero or a positive decimal number", by: EnvironmentSetting.notNegative(from:)),
        endSeconds: endSeconds, ci: ProcessInfo.processInfo.environment["CI"], haveTests: haveTests)
    }

    /// After how long a hang ends the process; nil if it does not.
    static var endSeconds: Double? {
      EnvironmentSetting.read(
        "EXPECTATIONS_HANG_LIMIT", "a positive decimal number", by: EnvironmentSetting.positive(from:))
    }
  }

  private static let hasSeenATest = Locked(false)
  private static let ofAnyProgram = Limits.ofRun(haveTests: false).map { Watchdog($0) }
  private static let ofTests = Limits.ofRun(haveTests: true).map { Watchdog($0) }

  /// nil when the run has no watchdog. In a run that has one only because it runs tests, the first test makes it.
  static var shared: Watchdog? { ofAnyProgram ?? (hasSeenATest.withLock { $0 } ? ofTests : nil) }

  private struct State {
    var live: [UInt: WaitFacts] = [:]
    var progress: ProgressMonitor
    /// When a wait or a test last began or ended.
    var lastChange = Int64.min
    var isTimerSet = false
  }

  private let state: Locked<State>
  private let print: @Sendable (String) -> Void
  private let end: @Sendable () -> Void
  // Unsafe: a Dispatch source is safe to use from any thread, but its Swift type does not say so.
  private nonisolated(unsafe) let timer: any DispatchSourceTimer

  init(
    _ limits: Limits, print: @escaping @Sendable (String) -> Void = StandardError.print,
    end: @escaping @Sendable () -> Void = HangEnd.end
  ) {
    state = Locked(State(progress: ProgressMonitor(limits)))
    (self.print, self.end) = (print, end)
    timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "expectations.watchdog", qos: .userInteractive))
    timer.setEventHandler { [weak self] in self?.check() }
    timer.activate()
  }

  /// Begins to watch before the first test, if a hang ends the process: Swift Testing says of no test that it runs, so
  /// a test that never uses the library may be the one that hangs.
  static func prepare() {
    if Limits.endSeconds != nil { shared?.change { _ in } }
  }

  /// Notes that a test has begun or ended, or goes on. A test may hang without a wait.
  static func noteTests() {
    hasSeenATest.withLock { $0 = true }
    shared?.change { _ in }
  }

  func began(_ wait: WaitFacts) { change { $0.live[wait.number] = wait } }

  func ended(_ wait: WaitFacts) { change { $0.live[wait.number] = nil } }

  private func change(_ change: (inout State) -> Void) {
    let now = Self.now
    state.withLock { state in
      change(&state)
      state.lastChange = now
      guard !state.isTimerSet else { return }
      state.isTimerSet = true
      setTimer(for: state.progress.start(at: now))
    }
  }

  private static var now: Int64 { Int64(DispatchTime.now().uptimeNanoseconds) }

  private func setTimer(for instant: Int64) {
    timer.schedule(deadline: DispatchTime(uptimeNanoseconds: UInt64(max(1, instant))))
  }

  private func check() {
    let now = Self.now
    let isTraced = Debugger.isAttached
    let (verdict, live, lastChange) = state.withLock { state in
      if isTraced { state.lastChange = now }
      let (verdict, next) = state.progress.check(at: now, lastProgress: state.lastChange)
      setTimer(for: next)
      return (verdict, Array(state.live.values), state.lastChange)
    }
    guard verdict != .goOn else { return }
    let isEnd = verdict == .end
    let cancel =
      isEnd ? HangEnd.prepare { [weak self] in self?.state.withLock { $0.lastChange } == lastChange } : nil
    report(live.sorted { $0.began < $1.began }, silentFor: now - lastChange, at: now)
    guard isEnd else { return }
    cancel?()
    // Looking for places takes time.
    guard state.withLock({ $0.lastChange }) == lastChange else {
      return print("Expectations: the run goes on, because something has made progress in the meantime.")
    }
    print("Expectations: the process ends with exit code \(HangEnd.code), because EXPECTATIONS_HANG_LIMIT is set.")
    timer.cancel()
    end()
  }

  private func report(_ live: [WaitFacts], silentFor silence: Int64, at now: Int64) {
    print(Self.text(of: live, silentFor: silence, at: now))
    let tests = Stacks.runningTests
    if !tests.isEmpty {
      let these = tests.count == 1 ? "this test is" : "these \(tests.count) tests are"
      let lines = tests.prefix(21).map { "  \($0)" }
      print((["Expectations: the names of tasks say that \(these) running:"] + lines).joined(separator: "\n"))
    }
    let lines = Stacks.all(files: live.map { "\($0.site.filePath)" })
    guard !lines.isEmpty else { return }
    let headline = "Expectations: this is where threads and tasks stand:"
    print(([headline] + lines.map { "  \($0)" }).joined(separator: "\n"))
  }

  static func text(of live: [WaitFacts], silentFor silence: Int64, at now: Int64) -> String {
    let time = Seconds.text(silence)
    guard !live.isEmpty else {
      return "Expectations: no wait and no test has begun or ended for \(time), and no wait is live."
    }
    let count = live.count == 1 ? "This wait is" : "These \(live.count) waits are"
    let lines = live.prefix(21).map { wait in
      let test = wait.test.map { ", in test \($0)" } ?? ""
      let limit = wait.limit < .max ? " of \(Seconds.text(wait.limit))" : ""
      return "  \(wait.site)\(test): \(wait.nameList), for \(Seconds.text(now - wait.began))\(limit)"
    }
    let rest = live.count > 21 ? ["  … \(live.count - 21) more …"] : []
    let headline = "Expectations: no wait and no test has begun or ended for \(time). \(count) live:"
    return ([headline] + lines + rest).joined(separator: "\n")
  }
}

/// Decides when the watchdog reports that nothing makes progress, once for each stall, and when a stall is a hang.
struct ProgressMonitor {
  enum Verdict {
    case goOn
    case report
    case end
  }

  private let limits: Watchdog.Limits
  /// The last progress before the stall that was reported last.
  private var reported: Int64?
  /// When the next check is due.
  private var due = Int64.max
  /// The last progress that a check has seen, and how long the process has not run since, because it was stopped.
  private var lastProgress = Int64.min
  private var stopped: Int64 = 0

  init(_ limits: Watchdog.Limits) { self.limits = limits }

  /// A check comes at least once a second, and a shorter delay is none.
  private static let second: Int64 = 1_000_000_000

  /// Begins to check. Returns when to check first.
  mutating func start(at now: Int64) -> Int64 {
    due = now + min(limits.report ?? .max, limits.end ?? .max, Self.second)
    return due
  }

  /// Checks the progress. Returns when to check again, too.
  mutating func check(at now: Int64, lastProgress: Int64) -> (verdict: Verdict, next: Int64) {
    if lastProgress != self.lastProgress { (self.lastProgress, stopped) = (lastProgress, 0) }
    if now - due > Self.second { stopped += min(now - due, now - lastProgress) }
    // The beginning of the silence, without the time in which the process did not run.
    let beginning = lastProgress + stopped
    let end = limits.end.map { beginning + $0 } ?? .max
    let report = limits.report.map { beginning + $0 } ?? .max
    let isStall = now >= report && reported != lastProgress
    if isStall { reported = lastProgress }
    let next = now >= end ? now + (limits.end ?? 0) : min(reported == lastProgress ? .max : report, end)
    due = min(max(next, now + 1), now + Self.second)
    return (now >= end ? .end : isStall ? .report : .goOn, due)
  }
}

/// How a hang ends the process.
enum HangEnd {
  /// The exit code of a process that the watchdog ends.
  static let code: Int32 = 79
  private static let isEnding = Locked(false)

  static var hasBegun: Bool { isEnding.withLock { $0 } }

  /// Ends the process in half a minute if it still hangs, even if the report of the hang does not end. Returns code
  /// that cancels that.
  static func prepare(_ hangs: @escaping @Sendable () -> Bool) -> @Sendable () -> Void {
    let isCanceled = Locked(false)
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 30)
      if !isCanceled.withLock({ $0 }), hangs() { _exit(code) }
    }
    return { isCanceled.withLock { $0 = true } }
  }

  /// Ends the process, after the handlers of its end have run. If they hang, too, it ends without them.
  static func end() {
    isEnding.withLock { $0 = true }
    ProcessEnd.noteHang(exitCode: code)
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 10)
      _exit(code)
    }
    exit(code)
  }
}
