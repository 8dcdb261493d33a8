import Foundation

/// A thread that runs one job while the task that started it is suspended.
public enum OwnThread {
  public static func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      Thread { continuation.resume(returning: body()) }.start()
    }
  }
}
