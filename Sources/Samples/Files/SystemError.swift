import Foundation

/// The error number of a failed system call.
struct SystemError: Error, Equatable, Sendable {
  let code: Int32

  /// The error of the last failed system call on this thread.
  static var last: SystemError { SystemError(code: errno) }
}
