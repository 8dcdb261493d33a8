import Dispatch
import Foundation

/// Holds the threads that the waits of this process need, as `LOAD` says.
///
/// A thread of its own runs the load, so that it begins during waits and not between them.
public final class Load: Sendable {
  /// The load of a whole run, for tests that run in parallel.
  public static let shared = Load()

  private let isOver = Flag()

  /// - `holdsMain`: Whether the load may hold the main queue. It must not in tests that wait on the main thread: a job
  ///   that such a wait runs and that blocks belongs to the wait.
  public init(holdsMain: Bool = true) {
    let isOver = isOver
    Thread {
      if LoadSettings.kind == .none || (LoadSettings.kind == .main && !holdsMain) {
        Thread.sleep(forTimeInterval: LoadSettings.kind == .none ? LoadSettings.seconds : 0)
      } else {
        for _ in 0..<LoadSettings.holds {
          // Let the waits begin first.
          Thread.sleep(forTimeInterval: 0.2)
          Hold(seconds: LoadSettings.seconds).run(LoadSettings.kind)
        }
      }
      isOver.set()
    }.start()
  }

  /// Whether the waits continue.
  public var isOn: Bool { !isOver.isSet }
}

/// One period of holding threads. All of them are released at the same instant, whenever each began.
private struct Hold: Sendable {
  private let end: DispatchTime
  private let holders = DispatchGroup()

  init(seconds: Double) {
    end = .now() + seconds
  }

  /// Runs the load and returns when it is over.
  func run(_ kind: LoadSettings.Kind) {
    switch kind {
    case .none: break
    case .sleep: holdPool { $0.sleep() }
    case .compute: holdPool { $0.compute() }
    case .child: holdPool { $0.waitForAChild() }
    case .main: DispatchQueue.main.async(group: holders) { sleep() }
    }
    holders.wait()
  }

  /// The pool has a queue for each priority. XCTest uses the high priority for its tests, Swift Testing the medium one.
  /// There are more holders than threads, so that no thread is left over.
  private func holdPool(_ hold: @escaping @Sendable (Hold) -> Void) {
    for priority in [TaskPriority.medium, .high] {
      for _ in 0..<LoadSettings.poolSize + 2 {
        holders.enter()
        Task.detached(priority: priority) {
          hold(self)
          holders.leave()
        }
      }
    }
  }

  private var remaining: Double {
    let now = DispatchTime.now().uptimeNanoseconds
    return now < end.uptimeNanoseconds ? Double(end.uptimeNanoseconds - now) / 1e9 : 0
  }

  private func sleep() {
    Thread.sleep(forTimeInterval: remaining)
  }

  private func compute() {
    while remaining > 0 {}
  }

  private func waitForAChild() {
    guard remaining > 0 else { return }
    let child = Process()
    child.executableURL = URL(fileURLWithPath: "/bin/sleep")
    child.arguments = ["\(remaining)"]
    do { try child.run() } catch { fatalError("no child process: \(error)") }
    child.waitUntilExit()
  }
}
