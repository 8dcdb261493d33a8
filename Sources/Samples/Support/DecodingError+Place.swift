import Foundation

extension DecodingError {
  /// The path of the value that could not be decoded, such as `results[3].name`, and the reason.
  var whereAndWhy: (path: String, reason: String) {
    switch self {
    case .keyNotFound(let key, let context): (Self.path(context.codingPath + [key]), "missing")
    case .valueNotFound(let type, let context): (Self.path(context.codingPath), "null instead of \(type)")
    case .typeMismatch(let type, let context): (Self.path(context.codingPath), "not of type \(type)")
    case .dataCorrupted(let context): (Self.path(context.codingPath), context.debugDescription)
    @unknown default: ("", String(describing: self))
    }
  }

  private static func path(_ keys: [any CodingKey]) -> String {
    keys.reduce(into: "") { path, key in
      if let index = key.intValue {
        path += "[\(index)]"
      } else {
        path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
  }
}
