// # The handler is never called
//
// One path through the code under test forgets its completion handler. Nothing was blocked in the meantime, so look for
// the callback itself.
import Expectations
import Testing
import XCTest

// [code]
final class ForgetfulLoader: Sendable {
  private let waiting = Box<[@Sendable (String) -> Void]>([])

  func load(_ name: String, completion: @escaping @Sendable (String) -> Void) {
    waiting.value.append(completion)
    guard name.hasSuffix(".png") else { return }
    completion(name)
  }
}

@Test func handlerNeverCalled() async throws {
  let loader = ForgetfulLoader()
  let loaded = Expectation("image loaded", of: String.self)
  loader.load("image.jpg", completion: loaded.handler)
  let image = try await loaded.wait(timeout: .milliseconds(100))
  #expect(image == "image.jpg")
  withExtendedLifetime(loader) {}
}
// [peers]

final class HandlerNeverCalled: XCTestCase {
  func testPeer() {
    let loader = ForgetfulLoader()
    let loaded = expectation(description: "image loaded")
    loader.load("image.jpg") { _ in loaded.fulfill() }
    wait(for: [loaded], timeout: 0.1)
  }
}

@Test func handlerNeverCalled_confirmation() async {
  let loader = ForgetfulLoader()
  await confirmation("image loaded") { loaded in
    loader.load("image.jpg") { _ in loaded() }
  }
}

@Test func handlerNeverCalled_polling() async {
  let (loader, image) = (ForgetfulLoader(), Box(""))
  loader.load("image.jpg") { image.value = $0 }
  await expectEventually { image.value == "image.jpg" }
}
