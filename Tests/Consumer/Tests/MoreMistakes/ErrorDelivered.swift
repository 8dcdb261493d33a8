// # The response cannot be decoded
//
// The wait throws the error that the service delivers. The test's attachment shows what delivered the error, and where.
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
