import Foundation

@testable import Samples

extension ServiceError {
  /// The case and its important values, on one line.
  var name: String {
    switch self {
    case .redirectRefused(let url): "redirectRefused \(url?.absoluteString ?? "-")"
    case .tooLarge(let limit): "tooLarge \(limit)"
    case .badStatus(let code, let body): "badStatus \(code) \(body.count)"
    case .wrongContentType(let type): "wrongContentType \(type ?? "-")"
    case .malformed(let path, let reason): "malformed \(path): \(reason)"
    default: String("\(self)".prefix { $0.isLetter || $0.isNumber })
    }
  }
}

extension Result where Failure == ServiceError {
  /// `ok`, or the name of the error.
  var name: String {
    if case .failure(let error) = self { error.name } else { "ok" }
  }
}
