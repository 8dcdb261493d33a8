import Foundation

/// A thread that does one thing, while the task that wants it done holds none.
public enum OwnThread {
  public static func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      Thread { continuation.resume(returning: body()) }.start()
    }
  }
}
