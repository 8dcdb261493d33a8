public import Foundation

/// A place worth a visit.
public struct Place: Equatable, Sendable {
  public var title: String
  /// The town or the country it is in.
  public var place: String
  /// In degrees, north positive.
  public var latitude: Double
  /// In degrees, east positive.
  public var longitude: Double
  public var information: String
  public var telephone: String?
  /// Where more is said of it.
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

/// What was read: the places that are whole, and what was wrong with the others.
public struct PlaceList: Equatable, Sendable {
  /// In the order in which they were listed.
  public var places: [Place]
  /// One for each place that was left out, in the same order.
  public var problems: [PlaceProblem]

  public init(places: [Place], problems: [PlaceProblem] = []) {
    self.places = places
    self.problems = problems
  }
}

/// Why something in a list of places cannot be read.
public struct PlaceProblem: Equatable, Sendable, CustomStringConvertible {
  /// Where it is, such as `places[3].latitude`.
  public var path: String
  /// What is wrong there, such as `missing`.
  public var reason: String

  public var description: String { path.isEmpty ? reason : "\(path): \(reason)" }
}
