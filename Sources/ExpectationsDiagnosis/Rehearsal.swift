import Dispatch
import Expectations
import Foundation

/// Makes a fast computer behave like a busy one, for all code in the process: with `EXPECTATIONS_REHEARSAL=busy`, a
/// thread holds the main queue, the concurrency pool, the global queue or the processors, in bursts.
///
/// A test that passes on an idle computer by luck then fails: one that sleeps instead of waiting, or limits real time.
final class Rehearsal: Sendable {
  /// nil when the environment asks for no rehearsal.
  static let shared = EnvironmentSetting.read(
    "EXPECTATIONS_REHEARSAL", "\"busy\", or \"busy:\" and a number",
    by: { RehearsalPlan($0, newSeed: .random(in: 0..<1_000_000)) }
  ).map { Rehearsal($0) }

  /// A burst: what it held, and when it took place.
  struct Entry: Sendable {
    /// Not what got no thread, or no turn in the main queue, before the burst was over.
    var held: [RehearsalPlan.Held] = []
    var began: Int64
    /// nil while it lasts.
    var ended: Int64?
  }

  /// A failure of a test.
  struct Failure: Sendable {
    var test: String
    /// The number of bursts that had begun, and whether the last of them still lasted.
    var burst: Int
    var isInside: Bool
  }

  private struct State {
    var entries: [Entry] = []
    var failures: [Failure] = []
  }

  private let plan: RehearsalPlan
  private let began = Rehearsal.now()
  private let state = Locked(State())

  init(_ plan: RehearsalPlan) {
    self.plan = plan
    StandardError.print("Expectations: this run rehearses a busy computer; \(plan.setting) repeats its bursts")
    // The processes of exit tests are no runs of their own.
    unsetenv("EXPECTATIONS_REHEARSAL")
    ProcessEnd.add(.summaries) { [self] in StandardError.print(text) }
    Thread.detachNewThread { [self] in
      var plan = plan
      while true { hold(plan.next()) }
    }
  }

  /// Begins before the first test in a process of Swift Testing, which does not say when a test begins.
  static func prepare() {
    if case .swiftTesting = TestProcess.kind { _ = shared }
  }

  /// Begins with the first test.
  static func testsChanged() { _ = shared }

  /// Notes a failure, if there is a rehearsal.
  static func noteFailure(in test: String?) { shared?.noteFailure(in: test) }

  /// Notes a failure, with the burst in which it was recorded.
  func noteFailure(in test: String?) {
    state.withLock { state in
      let isInside = state.entries.last.map { $0.ended == nil } ?? false
      state.failures.append(Failure(test: test ?? "a test", burst: state.entries.count, isInside: isInside))
    }
  }

  // MARK: Holding

  private func hold(_ burst: RehearsalPlan.Burst) {
    Thread.sleep(forTimeInterval: Double(burst.pause) / 1e9)
    let began = Rehearsal.now()
    let end = began + burst.length
    let index = state.withLock { state in
      state.entries.append(Entry(began: began))
      return state.entries.count - 1
    }
    for held in burst.held {
      Self.hold(held, until: end) { [self] in
        state.withLock { state in
          if !state.entries[index].held.contains(held) { state.entries[index].held.append(held) }
        }
      }
    }
    Self.sleep(until: end)
    state.withLock { $0.entries[index].ended = Self.now() }
  }

  /// - Parameter begins: Called when something is really held.
  static func hold(
    _ held: RehearsalPlan.Held, until end: Int64, begins: @escaping @Sendable () -> Void = {}
  ) {
    @Sendable func block() {
      guard Self.now() < end else { return }
      begins()
      sleep(until: end)
    }
    switch held {
    case .mainQueue:
      DispatchQueue.main.async { block() }
    case .pool:
      // With one processor, that is none.
      for _ in 1..<max(1, ProcessorCount.usable) {
        // At a high priority, so that they begin before the tasks of the tests.
        Task.detached(priority: .high) { block() }
      }
    case .globalQueue:
      for _ in 0..<8 * ProcessorCount.usable { DispatchQueue.global().async { block() } }
    case .processors:
      for _ in 0..<2 * ProcessorCount.usable {
        Thread.detachNewThread {
          guard Self.now() < end else { return }
          begins()
          while Self.now() < end {}
        }
      }
    }
  }

  /// Blocks the thread, which is what a burst is for.
  private static func sleep(until end: Int64) {
    let left = end - Self.now()
    if left > 0 { Thread.sleep(forTimeInterval: Double(left) / 1e9) }
  }

  // MARK: The text

  private var text: String {
    let (entries, failures) = state.withLock { ($0.entries, $0.failures) }
    return Self.text(plan, entries, failures, until: Self.now(), began: began)
  }

  /// What the run prints at its end.
  static func text(
    _ plan: RehearsalPlan, _ entries: [Entry], _ failures: [Failure], until now: Int64,
    began: Int64
  ) -> String {
    func seconds(_ time: Int64) -> String { Seconds.text(time) }
    let held = entries.reduce(0) { $0 + ($1.ended ?? now) - $1.began }
    let kinds = RehearsalPlan.Held.allCases.compactMap { kind -> String? in
      let count = entries.count { $0.held.contains(kind) }
      return count == 0 ? nil : "\(kind.name) \(CountText.times(count))"
    }
    let subject = "Expectations: this run rehearsed a busy computer"
    guard !entries.isEmpty else { return "\(subject), but ended before the first burst (\(plan.setting))" }
    let bursts = "\(entries.count) \(entries.count == 1 ? "burst" : "bursts")"
    let times = "\(seconds(held)) of \(seconds(now - began))"
    let parts = kinds.isEmpty ? "nothing" : kinds.joined(separator: ", ")
    let first = ["\(subject): \(bursts), \(times) (\(plan.setting))", "  held: \(parts)"]
    guard !failures.isEmpty else { return first.joined(separator: "\n") }
    let lines = failures.map { failure in
      guard failure.burst > 0 else { return "  \(failure.test): before the first burst" }
      let held = entries[failure.burst - 1].held
      let names = held.isEmpty ? "nothing" : held.map(\.name).joined(separator: " and ")
      return "  \(failure.test): \(failure.isInside ? "in" : "after") burst \(failure.burst), which held \(names)"
    }
    return (first + ["  failures that the library saw:"] + Shortened.lines(lines.map { "  \($0)" }))
      .joined(separator: "\n")
  }

  /// When it is, in nanoseconds on the monotonic clock.
  static func now() -> Int64 { Int64(DispatchTime.now().uptimeNanoseconds) }
}
