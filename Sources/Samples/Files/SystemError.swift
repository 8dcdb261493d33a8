import Foundation

/// A system call that failed, by its error number.
struct SystemError: Error, Equatable, Sendable {
  let code: Int32

  /// The error of the system call that failed just now on this thread.
  static var last: SystemError { SystemError(code: errno) }
}
