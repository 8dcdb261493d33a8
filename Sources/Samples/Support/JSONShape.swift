import Foundation

/// Facts about JSON text before decoding: whether it is complete, and how deeply it nests.
///
/// Decoders report the same error for truncated text and for text that was never JSON. They also recurse once for each
/// level of nesting, on a thread whose stack may be small. One pass over the bytes answers both questions.
struct JSONShape: Equatable {
  /// Whether the text ends inside a string, an array, or an object.
  private(set) var isTruncated = false
  /// The maximum number of arrays and objects that are open at once.
  private(set) var depth = 0

  init(of text: Data) {
    self = text.withUnsafeBytes { JSONShape(of: $0) }
  }

  private init(of text: UnsafeRawBufferPointer) {
    var open = 0
    var isInString = false
    var isEscaped = false
    for byte in text {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "["), UInt8(ascii: "{"): open += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): open -= 1
      default: break
      }
      depth = max(depth, open)
    }
    isTruncated = isInString || open > 0
  }
}

/// Returns the path of a value in JSON text: `results[3].name`.
func jsonPath(_ keys: [any CodingKey]) -> String {
  keys.reduce(into: "") { path, key in
    if let index = key.intValue {
      path += "[\(index)]"
    } else {
      path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
    }
  }
}

extension DecodingError {
  /// The path of the value that could not be decoded, and the reason.
  var whereAndWhy: (path: String, reason: String) {
    switch self {
    case .keyNotFound(let key, let context): (jsonPath(context.codingPath + [key]), "missing")
    case .valueNotFound(let type, let context): (jsonPath(context.codingPath), "null instead of \(type)")
    case .typeMismatch(let type, let context): (jsonPath(context.codingPath), "not of type \(type)")
    case .dataCorrupted(let context): (jsonPath(context.codingPath), context.debugDescription)
    @unknown default: ("", String(describing: self))
    }
  }
}
