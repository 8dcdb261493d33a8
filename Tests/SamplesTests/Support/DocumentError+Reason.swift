@testable import Samples

extension DocumentError {
  /// What was wrong with the file, if that was the reason.
  var reason: FileError.Reason? {
    switch self {
    case .unreadable(let error), .unwritable(let error): error.reason
    case .notOpen, .alreadyOpen, .conflict, .invalidContent: nil
    }
  }
}
