import Foundation

/// Something that is not so until somebody says so.
final class Flag: @unchecked Sendable {
  // Sendable: the variable is touched only while the lock is held.
  private let lock = NSLock()
  private var value = false

  var isSet: Bool { lock.withLock { value } }

  func set() { lock.withLock { value = true } }
}
