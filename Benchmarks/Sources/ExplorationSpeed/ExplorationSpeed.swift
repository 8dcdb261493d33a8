import Exploration
import Foundation

/// Measures how many schedules an exploration runs in a second: `swift run exploration-speed`.
///
/// With `--check`, it fails if there are fewer than the documentation promises for a debug build, or if a body that is
/// stuck takes longer than promised to fail.
@main struct ExplorationSpeed {
  private struct Subject {
    let name: String
    /// How many schedules a second the documentation promises.
    let promise: Int
    let body: @Sendable () async throws -> Void
  }

  /// How many milliseconds a body may take that is stuck: the documentation promises about a second, and a slow machine
  /// needs more time than others to look up the lines.
  private static let longestStuck = 1_500

  static func main() {
    let subjects = [
      Subject(name: "ten steps", promise: 5_000, body: { await increment(tasks: 3) }),
      Subject(name: "fifty steps", promise: 1_000, body: { await increment(tasks: 22) }),
    ]
    let slow = subjects.filter { measure($0) < $0.promise }
    fail()
    let stuckAfter = stick()
    guard CommandLine.arguments.contains("--check") else { return }
    for subject in slow { print("error: \(subject.name): fewer than \(subject.promise) schedules a second") }
    let isLate = stuckAfter > longestStuck
    if isLate { print("error: a body that is stuck fails after more than \(longestStuck) ms") }
    exit(slow.isEmpty && !isLate ? 0 : 1)
  }

  /// Explores a body for a second, prints the figures, and returns the number of schedules.
  private static func measure(_ subject: Subject) -> Int {
    let start = ContinuousClock.now
    var (schedules, steps) = (0, 0)
    while start.duration(to: .now) < .seconds(1) {
      let report = explore(schedules: 2_000, body: subject.body)
      schedules += report.schedules
      steps = report.stepsOfLast
    }
    let rate = Int(Double(schedules) / (start.duration(to: .now) / .seconds(1)))
    print("\(subject.name): \(rate) schedules a second, of \(steps) steps")
    return rate
  }

  /// How long a failure takes, most of it to find the lines where tasks start: the second time, these are known.
  private static func fail() {
    for round in ["first", "second"] {
      let start = ContinuousClock.now
      let report = explore {
        await increment(tasks: 3)
        throw CancellationError()
      }
      let time = start.duration(to: .now) / .milliseconds(1)
      print("\(round) failure: \(report.outcome) after \(Int(time)) ms")
    }
  }

  /// How long it takes to say that nothing can run: most of a second in which work from outside may still come, and the
  /// lines.
  private static func stick() -> Int {
    let start = ContinuousClock.now
    let report = explore { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
    let time = Int(start.duration(to: .now) / .milliseconds(1))
    print("a body that waits forever: \(report.outcome) after \(time) ms")
    return time
  }

  private static func increment(tasks: Int) async {
    let counter = Counter()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<tasks {
        group.addTask {
          let value = await counter.value
          await counter.set(value + 1)
        }
      }
    }
  }
}

private actor Counter {
  private(set) var value = 0
  func set(_ value: Int) { self.value = value }
}
