import Foundation

/// Decodes places from JSON: `{"places": [{"title": "Oude Kerk", "place": "Delft", "latitude": 52.01, …}]}`.
///
/// `title`, `place`, `latitude`, and `longitude` are required. All other members may be missing or null.
struct PlaceDecoding {
  /// Whether one invalid place makes the whole decoding fail. If false, the place is left out and reported.
  var isStrict = false

  func list(from text: Data) throws(PlaceError) -> PlaceList {
    let value: JSONValue
    do {
      value = try JSONValue(text: text)
    } catch {
      throw .invalidJSON(reason: error.reason, underlying: error.underlying)
    }
    guard case .object(let members) = value else {
      throw .malformed(PlaceProblem(path: "", reason: "\(value.kind) instead of an object"))
    }
    guard let entries = members["places"] else {
      throw .malformed(PlaceProblem(path: "places", reason: "missing"))
    }
    guard case .array(let elements) = entries else {
      throw .malformed(PlaceProblem(path: "places", reason: "\(entries.kind) instead of an array"))
    }
    var list = PlaceList(places: [])
    for (index, element) in elements.enumerated() {
      do {
        list.places.append(try Fields(element, path: "places[\(index)]").place())
      } catch {
        if isStrict { throw .malformed(error) }
        list.problems.append(error)
      }
    }
    return list
  }

  /// The members of one place. Each accessor checks the form of its value.
  private struct Fields {
    let members: [String: JSONValue]
    let path: String

    init(_ element: JSONValue, path: String) throws(PlaceProblem) {
      guard case .object(let members) = element else {
        throw PlaceProblem(path: path, reason: "\(element.kind) instead of an object")
      }
      self.members = members
      self.path = path
    }

    func place() throws(PlaceProblem) -> Place {
      Place(
        title: try required("title", string), place: try required("place", string),
        latitude: try degrees("latitude", upTo: 90), longitude: try degrees("longitude", upTo: 180),
        information: try optional("information", string) ?? "", telephone: try optional("telephone", string),
        url: try optional("url", url), visited: try optional("visited", bool) ?? false)
    }

    private func required<Value>(
      _ key: String, _ read: (String, JSONValue) throws(PlaceProblem) -> Value
    ) throws(PlaceProblem) -> Value {
      guard let value = members[key] else { throw problem(key, "missing") }
      return try read(key, value)
    }

    private func optional<Value>(
      _ key: String, _ read: (String, JSONValue) throws(PlaceProblem) -> Value
    ) throws(PlaceProblem) -> Value? {
      guard let value = members[key], value != .null else { return nil }
      return try read(key, value)
    }

    private func string(_ key: String, _ value: JSONValue) throws(PlaceProblem) -> String {
      guard case .string(let text) = value else { throw problem(key, "\(value.kind) instead of a string") }
      return text
    }

    private func bool(_ key: String, _ value: JSONValue) throws(PlaceProblem) -> Bool {
      guard case .bool(let bool) = value else { throw problem(key, "\(value.kind) instead of a Boolean") }
      return bool
    }

    private func url(_ key: String, _ value: JSONValue) throws(PlaceProblem) -> URL {
      guard let url = URL(string: try string(key, value)), url.scheme != nil else { throw problem(key, "not a URL") }
      return url
    }

    private func degrees(_ key: String, upTo limit: Double) throws(PlaceProblem) -> Double {
      let degrees = try required(key) { key, value throws(PlaceProblem) in
        switch value {
        case .number(let number): number
        case .integer(let number): Double(number)
        default: throw problem(key, "\(value.kind) instead of a number")
        }
      }
      guard abs(degrees) <= limit else { throw problem(key, "beyond \(Int(limit)) degrees") }
      return degrees
    }

    private func problem(_ key: String, _ reason: String) -> PlaceProblem {
      PlaceProblem(path: "\(path).\(key)", reason: reason)
    }
  }
}

extension PlaceProblem: Error {}
