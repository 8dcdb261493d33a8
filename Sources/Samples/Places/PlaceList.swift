/// The result of a load: the valid places, and the problems of the others.
public struct PlaceList: Equatable, Sendable {
  /// The places, in the order of the list.
  public var places: [Place]
  /// One problem for each place that was left out, in the order of the list: `places[3].latitude: missing`.
  public var problems: [String]

  public init(places: [Place], problems: [String] = []) {
    self.places = places
    self.problems = problems
  }
}

/// Decodes `{"places": [{"title": "Oude Kerk", "place": "Delft", "latitude": 52.01, …}]}`. An invalid place does not
/// hide the others.
extension PlaceList: Decodable {
  private enum Key: String, CodingKey {
    case places
  }

  private enum Entry: Decodable {
    case place(Place)
    case problem(String)

    init(from decoder: any Decoder) throws {
      do {
        self = .place(try Place(from: decoder))
      } catch let error as DecodingError {
        let (path, reason) = error.whereAndWhy
        self = .problem("\(path): \(reason)")
      }
    }
  }

  public init(from decoder: any Decoder) throws {
    self.init(places: [])
    for entry in try decoder.container(keyedBy: Key.self).decode([Entry].self, forKey: .places) {
      switch entry {
      case .place(let place): places.append(place)
      case .problem(let problem): problems.append(problem)
      }
    }
  }
}
