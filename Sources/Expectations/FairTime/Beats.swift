/// Decides when beats are due. A beat is a probe to each queue, and serves all waits.
///
/// A wait that ends before its first beat costs nothing here. The first beat comes after a tenth of the limit, or after
/// half a second if that is sooner. It is followed by a few in every limit, at most one a second, and by a last one
/// shortly before the deadline, so that code in a queue gets its turn before the time is over. A limit under 20 ms is
/// too short for beats.
struct Beats: Hashable, Sendable {
  private static let shortestLimit: Nanoseconds = 20_000_000
  private static let latestFirst: Nanoseconds = 500_000_000
  private static let longestInterval: Nanoseconds = 1_000_000_000
  private static let shortestInterval: Nanoseconds = 50_000_000
  private static let timeBeforeDeadline = 2 * FairClock.tolerance
  /// Answers that come within this time count as immediate, and beats that are this close serve each other's waits.
  private static let prompt: Nanoseconds = 5_000_000

  /// When the last beat was sent, and when all queues had answered it, in real time.
  private(set) var last = Instant(nanoseconds: .min)
  private var answered = Instant(nanoseconds: .min)
  private var latency: Nanoseconds = 0

  mutating func noteBeat(at real: Instant) {
    last = real
    answered = real
  }

  mutating func noteAnswers(at real: Instant, latency: Nanoseconds) {
    answered = real
    self.latency = latency
  }

  /// Returns when a wait needs its first beat, in real time; `.never` if it is too short for beats.
  static func first(from start: Instant, limit: Nanoseconds) -> Instant {
    limit < shortestLimit ? .never : start.advanced(by: min(limit / 10, latestFirst))
  }

  /// Returns when a wait needs the next beat, in real time.
  ///
  /// After slow answers, the next beat comes soon, so time advances no faster than queues answer, and code that is
  /// queued again for each of its steps can take ten of them; but not at once, so that the wait for a missing event
  /// still ends.
  ///
  /// - Parameter deadline: The deadline of the wait in real time, as far as is known.
  func next(from start: Instant, limit: Nanoseconds, deadline: Instant) -> Instant {
    let first = Self.first(from: start, limit: limit)
    guard last.advanced(by: Self.prompt) >= first else { return first }
    let interval =
      latency < Self.prompt
      ? min(limit / 4, Self.longestInterval)
      : min(limit / 10, Self.longestInterval, max(Self.shortestInterval, latency / 4))
    let regular = answered.advanced(by: interval)
    let beforeDeadline = deadline.advanced(by: -Self.timeBeforeDeadline)
    return last.advanced(by: Self.prompt) < beforeDeadline ? min(regular, beforeDeadline) : regular
  }
}

/// The queues that a beat probes.
package struct QueueSet: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let main = QueueSet(rawValue: 1)
  package static let global = QueueSet(rawValue: 2)
  /// The concurrency pool has one queue for each priority.
  ///
  /// Assumption: Swift Testing runs tests at medium priority, XCTest at high priority. On Linux, the queue for the
  /// medium priority is the global queue.
  /// Check: by `Tests/Checks/Load/check`, which holds the pool of each, and by `ThreadTests`, which keeps it busy.
  /// If false: the fair clock runs while the pool of the tests is blocked or busy, and correct waits may time out.
  /// Remove when: one probe can find out whether the whole pool runs.
  package static let mediumPool = QueueSet(rawValue: 4)
  package static let highPool = QueueSet(rawValue: 8)

  package static let pool: QueueSet = [.mediumPool, .highPool]
  package static let all: QueueSet = [.main, .global, .pool]
  /// The queue that runs the calling task, under all of its names.
  static func ofRunningTask() -> QueueSet {
    if MainThread.isCurrent { return .main }
    guard Task.currentPriority < .high else { return .highPool }
    #if canImport(Darwin)
      return .mediumPool
    #else
      return [.mediumPool, .global]
    #endif
  }

  /// Sets of one queue each.
  static let each: [QueueSet] = [.main, .global, .mediumPool, .highPool]

  /// The readable names.
  var names: [String] {
    [
      contains(.main) ? "the main queue" : nil, contains(.global) ? "the global queue" : nil,
      isDisjoint(with: .pool) ? nil : "the concurrency pool",
    ].compactMap { $0 }
  }
}
