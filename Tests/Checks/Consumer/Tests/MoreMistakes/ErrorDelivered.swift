// # The response cannot be decoded
//
// The wait throws the service's error, which has no line of its own. A run that fails lists such waits at its end.
import Expectations
import Foundation
import Testing

// [code]
struct Coordinates: Decodable, Sendable {
  let latitude: Double
}

struct Places {
  func find(_ completion: @escaping @Sendable (Result<Coordinates, any Error>) -> Void) {
    let answer = Data(#"{"lat": 52.5}"#.utf8)
    Task { completion(Result { try JSONDecoder().decode(Coordinates.self, from: answer) }) }
  }
}

@Test func errorDelivered() async throws {
  let found = Expectation("place found", of: Coordinates.self)
  Places().find(found.resultHandler())
  let place = try await found.wait(timeout: .milliseconds(200))
  #expect(place.latitude == 52.5)
}
