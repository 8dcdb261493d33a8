import Dispatch
import Expectations
import Foundation

/// Waits for events that never come. A load that delays other waits must not keep these from failing.
public enum NeverComes {
  /// The timeout of the waits, but of those that say another one.
  public static let timeout = Duration.seconds(1)

  /// A suspending wait, and a blocking one on a thread of its own.
  public static func waits(timeout: Duration) async -> [WaitReport] {
    let (suspended, blocked) = (Expectation("suspended"), Expectation("blocked"))
    async let first = report(of: [suspended], timeout: timeout)
    async let second = OwnThread.run { report(of: [blocked], timeout: timeout) }
    return await [first, second]
  }

  /// A blocking wait on the current thread.
  public static func blockingWait() -> [WaitReport] { [report(of: [Expectation("never")], timeout: timeout)] }

  /// A blocking wait on a thread of its own, while no thread of the concurrency pool is available again.
  public static func besideAWedgedPool() async -> [WaitReport] { await OwnThread.run { besideAWedgedPool() } }

  /// The same wait on the current thread.
  @available(*, noasync)
  public static func besideAWedgedPool() -> [WaitReport] {
    let never = Expectation("never")
    let wedge = Wedge()
    defer { wedge.letGo() }
    Task.detached { never.fulfill() }
    return [report(of: [never], timeout: timeout)]
  }

  /// A blocking wait on a thread of its own, while tasks compute on all threads of the pool.
  public static func besideComputation() async -> [WaitReport] {
    let (never, stop, begun) = (Expectation("never"), Flag(), DispatchSemaphore(value: 0))
    for _ in 0..<LoadSettings.poolSize {
      Task {
        begun.signal()
        while !stop.isSet {}
      }
    }
    return await OwnThread.run {
      for _ in 0..<LoadSettings.poolSize { begun.wait() }
      defer { stop.set() }
      return [report(of: [never], timeout: timeout)]
    }
  }

  /// A suspending wait while the main queue stays blocked.
  public static func besideABlockedMainQueue() async -> [WaitReport] {
    let never = Expectation("never")
    let gate = DispatchSemaphore(value: 0)
    DispatchQueue.main.async { gate.wait() }
    DispatchQueue.main.async { never.fulfill() }
    let ended = await report(of: [never], timeout: timeout)
    gate.signal()
    return [ended]
  }

  /// As many blocking waits in tasks as the pool has threads: only the waits themselves hold the pool.
  public static func holdingEveryPoolThread() async -> [WaitReport] {
    await withTaskGroup(of: WaitReport.self) { group in
      for number in 1...LoadSettings.poolSize {
        group.addTask {
          let stuck = Expectation("stuck \(number)")
          return block(for: stuck)
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  /// A blocking wait in a job of the main queue, for an event that only another job of the main queue could produce.
  public static func insideAMainQueueJob() async -> [WaitReport] {
    let stuck = Expectation("stuck")
    let ended = await withCheckedContinuation { continuation in
      DispatchQueue.main.async {
        DispatchQueue.main.async { stuck.fulfill() }
        continuation.resume(returning: report(of: [stuck], timeout: timeout))
      }
    }
    return [ended]
  }

  /// The blocking form, which a task may not call.
  private static func block(for expectation: Expectation<Void>) -> WaitReport {
    report(of: [expectation], timeout: timeout)
  }
}

extension NeverComes {
  /// The problems with the waits: each must have failed, after its timeout and hardly later. Prints the time of each
  /// wait.
  public static func complaintsOnTime(
    _ name: String, _ reports: [WaitReport], timeout: Duration = timeout
  ) -> [String] {
    complaints(name, reports, timeout: timeout, atMost: timeout * LoadSettings.factor)
  }

  /// The problems with waits beside a blocked pool or main queue: their clock stands still once and then continues.
  public static func complaintsBesideAStall(
    _ name: String, _ reports: [WaitReport], atLeast shortest: Duration = timeout
  ) -> [String] {
    complaints(name, reports, timeout: shortest, atMost: longestBesideAStall)
  }

  /// The problems with waits whose work does not get the processor, because other processes compute.
  public static func complaintsIfStarved(_ name: String, _ reports: [WaitReport]) -> [String] {
    complaints(name, reports, timeout: shortestBesideAStall, atMost: longestBesideAStall * LoadSettings.factor)
  }

  /// The shortest time that a wait takes whose clock stands still once.
  public static var shortestBesideAStall: Duration { timeout + .seconds(LoadSettings.stallLimit) * 0.9 }

  private static var longestBesideAStall: Duration { (timeout + .seconds(LoadSettings.stallLimit)) * 1.1 }

  private static func complaints(
    _ name: String, _ reports: [WaitReport], timeout: Duration, atMost: Duration
  ) -> [String] {
    reports.flatMap { report in
      let complaints = complaints("\(name), \(report.outcome.name)", report.elapsed, timeout: timeout, atMost: atMost)
      return report.outcome == .timedOut ? complaints : ["\(name): \(report.outcome.name)"] + complaints
    }
  }

  /// The problems with the time of a wait. Prints the time.
  public static func complaints(
    _ name: String, _ elapsed: Duration, timeout: Duration, atMost: Duration
  ) -> [String] {
    let facts = "\(name) after \(elapsed), timeout \(timeout), at most \(atMost)"
    print("MEASURED \(facts)")
    return elapsed >= timeout && elapsed <= atMost ? [] : [facts]
  }

  /// The problems with the texts: each must say that a queue did not answer.
  public static func complaintsAboutTexts(_ reports: [WaitReport]) -> [String] {
    reports.map(\.description).filter { !$0.contains("NO ANSWER") && !$0.contains("did not run") }
  }
}

/// Holds threads of the concurrency pool until they are released, at both priorities that tests use.
private struct Wedge {
  private static let priorities = [TaskPriority.medium, .high]
  private static let holdersEach = LoadSettings.poolSize + 2
  private let gate = DispatchSemaphore(value: 0)

  /// Returns when the threads are held.
  init() {
    let (gate, arrivals) = (gate, DispatchSemaphore(value: 0))
    for priority in Self.priorities {
      for _ in 0..<Self.holdersEach {
        Task.detached(priority: priority) { Self.hold(gate, arrivals) }
      }
    }
    // With a limit: if the priorities share their threads, fewer holders arrive.
    for _ in 0..<Self.priorities.count * LoadSettings.poolSize { _ = arrivals.wait(timeout: .now() + 1) }
  }

  func letGo() {
    for _ in 0..<Self.priorities.count * Self.holdersEach { gate.signal() }
  }

  private static func hold(_ gate: DispatchSemaphore, _ arrivals: DispatchSemaphore) {
    arrivals.signal()
    gate.wait()
  }
}
