public import Foundation

/// A place worth a visit.
public struct Place: Equatable, Sendable {
  public var title: String
  /// The town or the country of the place.
  public var place: String
  /// Degrees; north is positive.
  public var latitude: Double
  /// Degrees; east is positive.
  public var longitude: Double
  public var information: String
  public var telephone: String?
  /// A page about the place.
  public var url: URL?
  public var visited: Bool

  public init(
    title: String, place: String, latitude: Double, longitude: Double, information: String = "",
    telephone: String? = nil, url: URL? = nil, visited: Bool = false
  ) {
    self.title = title
    self.place = place
    self.latitude = latitude
    self.longitude = longitude
    self.information = information
    self.telephone = telephone
    self.url = url
    self.visited = visited
  }
}

extension Place: Decodable {
  private enum Key: String, CodingKey {
    case title, place, latitude, longitude, information, telephone, url, visited
  }

  /// Decodes a place. Only `title`, `place`, `latitude`, and `longitude` are required.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    func degrees(_ key: Key, upTo limit: Double) throws -> Double {
      let degrees = try fields.decode(Double.self, forKey: key)
      guard abs(degrees) <= limit else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: fields, debugDescription: "beyond \(Int(limit)) degrees")
      }
      return degrees
    }
    let url = try fields.decodeIfPresent(URL.self, forKey: .url)
    if let url, url.scheme == nil {
      throw DecodingError.dataCorruptedError(forKey: .url, in: fields, debugDescription: "not a whole URL")
    }
    self.init(
      title: try fields.decode(String.self, forKey: .title), place: try fields.decode(String.self, forKey: .place),
      latitude: try degrees(.latitude, upTo: 90), longitude: try degrees(.longitude, upTo: 180),
      information: try fields.decodeIfPresent(String.self, forKey: .information) ?? "",
      telephone: try fields.decodeIfPresent(String.self, forKey: .telephone), url: url,
      visited: try fields.decodeIfPresent(Bool.self, forKey: .visited) ?? false)
  }
}
