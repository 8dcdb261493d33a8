// # Two requests are not combined
//
// Two callers ask for the same photo at the same time, and both requests are sent. The text shows the second request,
// with the line that recorded it.
import Expectations
import Testing

// [code]
actor Loader {
  private let request: @Sendable (String) async -> Void
  private var photos: Set<String> = []

  init(request: @escaping @Sendable (String) async -> Void) { self.request = request }

  func load(_ name: String) async {
    guard !photos.contains(name) else { return }
    await request(name)
    photos.insert(name)
  }
}

@Test func requestsNotJoined() async throws {
  let attempts = Recorder<String>("attempts")
  let loader = Loader { name in
    attempts.record(name)
    try? await Task.sleep(for: .milliseconds(20))
  }
  async let one: Void = loader.load("photo")
  async let other: Void = loader.load("photo")
  _ = await (one, other)
  try await attempts.expectNext("photo")
  await attempts.expectNone(for: .milliseconds(50))
}
