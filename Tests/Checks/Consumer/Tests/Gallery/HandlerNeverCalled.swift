// # The handler is never called
//
// One way through the loader forgets the completion handler, and the loader keeps it.
import Expectations
import Testing

// [code]
final class ForgetfulLoader {
  private var waiting: [@Sendable (String) -> Void] = []

  func load(_ name: String, completion: @escaping @Sendable (String) -> Void) {
    waiting.append(completion)
    if name.hasSuffix(".png") { completion(name) }
  }
}

@Test func handlerNeverCalled() async throws {
  let (loader, loaded) = (ForgetfulLoader(), Expectation("image loaded", of: String.self))
  loader.load("image.jpg", completion: loaded.handler)
  #expect(try await loaded.wait(timeout: .milliseconds(100)) == "image.jpg")
  withExtendedLifetime(loader) {}
}
