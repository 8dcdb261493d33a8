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

/// The result of a load: the valid places, and the problems of the others.
public struct PlaceList: Equatable, Sendable {
  /// The places, in the order of the list.
  public var places: [Place]
  /// One problem for each place that was left out, in the order of the list.
  public var problems: [PlaceProblem]

  public init(places: [Place], problems: [PlaceProblem] = []) {
    self.places = places
    self.problems = problems
  }
}

/// Why part of a list of places cannot be decoded.
public struct PlaceProblem: Equatable, Sendable, CustomStringConvertible {
  /// The path of the value, such as `places[3].latitude`.
  public var path: String
  /// The problem with the value, such as `missing`.
  public var reason: String

  public var description: String { path.isEmpty ? reason : "\(path): \(reason)" }
}
