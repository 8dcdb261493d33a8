import Foundation

/// Why text cannot be decoded as JSON.
struct JSONFault: Error {
  var reason: String
  /// The decoder's own error, if decoding began.
  var underlying: (any Error)?
}

extension JSONValue {
  /// Decodes JSON text that is complete and does not nest too deeply.
  init(text: Data, depthLimit: Int = 64) throws(JSONFault) {
    let shape = JSONShape(of: text)
    guard !shape.isTruncated else { throw JSONFault(reason: "ends too early") }
    guard shape.depth <= depthLimit else { throw JSONFault(reason: "nested more than \(depthLimit) deep") }
    do {
      self = try JSONDecoder().decode(JSONValue.self, from: text)
    } catch {
      throw JSONFault(reason: "not JSON", underlying: error)
    }
  }
}
