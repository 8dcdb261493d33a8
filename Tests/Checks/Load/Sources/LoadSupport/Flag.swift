import Foundation

/// A flag that is false until it is set.
public final class Flag: @unchecked Sendable {
  // Sendable because the variable is accessed only while the lock is held.
  private let lock = NSLock()
  private var value = false

  public init() {}

  public var isSet: Bool { lock.withLock { value } }

  public func set() { lock.withLock { value = true } }
}
