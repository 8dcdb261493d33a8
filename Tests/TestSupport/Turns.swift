import Foundation

/// Admits a limited number of tests at a time.
final class Turns: @unchecked Sendable {
  // Sendable because the variables are accessed only between `lock` and `unlock`.
  private let lock = NSLock()
  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ count: Int) { free = count }

  func take() async {
    await withCheckedContinuation { continuation in
      let isFree = lock.withLock {
        let isFree = free > 0
        if isFree { free -= 1 } else { waiting.append(continuation) }
        return isFree
      }
      if isFree { continuation.resume() }
    }
  }

  func giveBack() {
    let next = lock.withLock {
      if waiting.isEmpty { free += 1 }
      return waiting.isEmpty ? nil : waiting.removeFirst()
    }
    next?.resume()
  }
}
