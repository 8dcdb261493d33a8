import Foundation

/// Why text is not JSON that can be worked with.
struct JSONFault: Error {
  var reason: String
  /// The decoder's own error, if it came to that.
  var underlying: (any Error)?
}

extension JSONValue {
  /// The value that JSON text holds, if it is whole and nests no deeper than anything sensible does.
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
