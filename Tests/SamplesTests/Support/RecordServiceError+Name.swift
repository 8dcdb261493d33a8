import Foundation

@testable import Samples

extension RecordServiceError {
  /// The case and its important values, on one line.
  var name: String {
    switch self {
    case .invalidRequest: "invalidRequest"
    case .unreachable: "unreachable"
    case .connectionLost: "connectionLost"
    case .timedOut: "timedOut"
    case .cancelled: "cancelled"
    case .notHTTP: "notHTTP"
    case .redirectRefused(let url): "redirectRefused \(url?.absoluteString ?? "")"
    case .tooManyRedirects(let limit): "tooManyRedirects \(limit)"
    case .tooLarge(let limit): "tooLarge \(limit)"
    case .badStatus(let code, let body): "badStatus \(code) \(body.count) \(serverMessage ?? "-")"
    case .emptyAnswer(let status): "emptyAnswer \(status)"
    case .wrongContentType(let type): "wrongContentType \(type ?? "-")"
    case .rejected(let code, let message): "rejected \(code) \(message)"
    case .invalidJSON(let reason, _): "invalidJSON \(reason)"
    case .malformedRecord(let path, let reason): "malformedRecord \(path) \(reason)"
    }
  }
}
