import Dispatch
import Foundation

/// Holds what the waits of this process need to go on, as `LOAD` says.
///
/// It is conducted by a thread of its own, so that it begins in the midst of waits and not between them.
public final class Load: Sendable {
  /// The one of a whole run, for tests that run side by side.
  public static let shared = Load()

  private let isOver = Flag()

  /// - `holdsMain`: Whether it may hold the main queue. What blocks a wait on the main thread from inside of it belongs
  ///   to that wait.
  public init(holdsMain: Bool = true) {
    let isOver = isOver
    Thread {
      if LoadSettings.kind == .none || (LoadSettings.kind == .main && !holdsMain) {
        Thread.sleep(forTimeInterval: LoadSettings.kind == .none ? LoadSettings.seconds : 0)
      } else {
        for _ in 0..<LoadSettings.holds {
          // Waits are to be under way.
          Thread.sleep(forTimeInterval: 0.2)
          Hold(seconds: LoadSettings.seconds).run(LoadSettings.kind)
        }
      }
      isOver.set()
    }.start()
  }

  /// Whether the waits are to go on.
  public var isOn: Bool { !isOver.isSet }
}

/// One time of holding threads. All of them let go at the same instant, whenever each began.
private struct Hold: Sendable {
  private let end: DispatchTime
  private let holders = DispatchGroup()

  init(seconds: Double) {
    end = .now() + seconds
  }

  /// Returns when it is over.
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

  /// The pool has a queue for each priority. XCTest uses the high one for its tests, Swift Testing the medium one.
  /// There are more holders than threads, so that none is left over.
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
