@testable import Samples

extension DocumentError {
  /// The reason of the file error, if there is one.
  var reason: FileError.Reason? {
    switch self {
    case .unreadable(let error), .unwritable(let error): error.reason
    case .notOpen, .alreadyOpen, .conflict, .invalidContent: nil
    }
  }
}
