// # A continuation is not resumed
//
// One path of a wrapped callback API does not resume its continuation, so the call never returns. `within` times out,
// the body does not react to its cancellation, and it is left behind.
import Expectations
import Testing

// [code]
struct Camera {
  func photo(_ completion: @Sendable (String?) -> Void) { completion(nil) }

  func photo() async -> String {
    await withUnsafeContinuation { continuation in
      photo { name in
        guard let name else { return }
        continuation.resume(returning: name)
      }
    }
  }
}

@Test func continuationNotResumed() async throws {
  let photo = try await within(.milliseconds(100), description: "photo taken") { await Camera().photo() }
  #expect(photo == "photo.jpg")
}
