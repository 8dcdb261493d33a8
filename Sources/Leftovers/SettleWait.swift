import Dispatch
import Expectations
import Foundation

/// A wait until the tasks of a test have settled.
///
/// All such waits of the process share one thread that looks at the tasks: while it looks, no other thread may run.
final class SettleWait: @unchecked Sendable {
  // Sendable: `lock` is held for each access of what changes.

  private let test: MarkedTest
  private let site: CallSite
  private let isKnown: Expectation<Void>
  private var last = MarkedTasks.Progress.going("the tasks were not looked at")

  init(_ test: MarkedTest, at site: CallSite) {
    (self.test, self.site) = (test, site)
    isKnown = Expectation("all tasks have settled", mustBeAwaited: false, at: site)
  }

  /// The marks of the tasks.
  var marks: Set<UInt> { test.marks }

  /// What was seen last.
  var progress: MarkedTasks.Progress { Self.lock.withLock { last } }

  /// Suspends the calling task until the tasks have settled, or until it turns out that this cannot be known. Returns
  /// false if the time is over, and true, too, if the calling task is canceled.
  func isOver(within timeout: Duration, isolation: isolated (any Actor)? = #isolation) async -> Bool {
    Self.begin(self)
    let timesOut = await isKnown.timesOut(after: timeout, at: site)
    Self.lock.withLock { Self.waits.removeAll { $0 === self } }
    return !timesOut
  }

  /// Does the same, and blocks the calling thread.
  func isOver(within timeout: Duration) -> Bool {
    Self.begin(self)
    let timesOut = isKnown.timesOut(after: timeout, at: site)
    Self.lock.withLock { Self.waits.removeAll { $0 === self } }
    return !timesOut
  }

  // MARK: Looking

  private static let lock = NSLock()
  private nonisolated(unsafe) static var waits: [SettleWait] = []
  private static let queue = DispatchQueue(label: "expectations.settle", qos: .userInteractive)
  private static let pauses: (shortest: UInt32, longest: UInt32) = (200, 5000)  // in microseconds

  private static func begin(_ wait: SettleWait) {
    let isFirst = lock.withLock {
      waits.append(wait)
      return waits.count == 1
    }
    if isFirst { queue.async { look() } }
  }

  /// Looks again and again while there are waits.
  private static func look() {
    var pause = pauses.shortest
    while true {
      let all = lock.withLock { waits }
      guard !all.isEmpty else { return }
      for (wait, progress) in zip(all, MarkedTasks.progress(of: all.map(\.test))) { wait.note(progress) }
      usleep(pause)
      pause = min(pause * 2, pauses.longest)
    }
  }

  private func note(_ progress: MarkedTasks.Progress) {
    let isOver = Self.lock.withLock {
      guard Self.waits.contains(where: { $0 === self }) else { return false }
      last = progress
      if case .going = progress { return false }
      Self.waits.removeAll { $0 === self }
      return true
    }
    if isOver { isKnown.fulfill() }
  }
}
