import Foundation
import Testing

/// Polls like Nimble's `toEventually(beTrue())`, and prints the same text at the deadline: "expected to eventually be
/// true, got <false>". It represents the libraries that poll; none of them is linked here.
func expectEventually(
  timeout: Duration = .milliseconds(100), _ condition: @Sendable () -> Bool,
  sourceLocation: SourceLocation = #_sourceLocation
) async {
  let end = ContinuousClock.now + timeout
  while ContinuousClock.now < end {
    if condition() { return }
    try? await Task.sleep(for: .milliseconds(10))
  }
  Issue.record("expected to eventually be true, got <\(condition())>", sourceLocation: sourceLocation)
}

/// Polls like Nimble's `toNever(beTrue())`.
func expectNever(
  timeout: Duration = .milliseconds(100), _ condition: @Sendable () -> Bool,
  sourceLocation: SourceLocation = #_sourceLocation
) async {
  let end = ContinuousClock.now + timeout
  while ContinuousClock.now < end {
    if condition() {
      Issue.record("expected to never be true, got <true>", sourceLocation: sourceLocation)
      return
    }
    try? await Task.sleep(for: .milliseconds(10))
  }
}

/// A value that a callback stores for a polling test.
final class Box<Value: Sendable>: @unchecked Sendable {
  // Sendable because it is accessed only under the lock.
  private var stored: Value
  private let lock = NSLock()

  init(_ value: Value) { stored = value }

  var value: Value {
    get { lock.withLock { stored } }
    set { lock.withLock { stored = newValue } }
  }
}
