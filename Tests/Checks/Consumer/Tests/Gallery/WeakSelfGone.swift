// # The object that must call back is gone
//
// The test keeps no reference to the loader, and the loader's block captures it weakly. So the handler is released
// without being called, which the handler itself notices.
import Dispatch
import Expectations
import Testing
import XCTest

// [code]
final class Loader: Sendable {
  private let queue = DispatchQueue(label: "loader")

  func load(completion: @escaping @Sendable (String) -> Void) {
    queue.asyncAfter(deadline: .now() + 0.05) { [weak self] in
      guard self != nil else { return }
      completion("image")
    }
  }
}

/// Makes a loader and releases it.
func loadWithoutKeeping(completion: @escaping @Sendable (String) -> Void) {
  let loader = Loader()
  loader.load(completion: completion)
}

@Test func weakSelfGone() async throws {
  let loaded = Expectation("image loaded", of: String.self)
  loadWithoutKeeping(completion: loaded.handler)
  try await loaded.wait(timeout: .milliseconds(200))
}
// [peers]

final class WeakSelfGone: XCTestCase {
  func testPeer() {
    let loaded = expectation(description: "image loaded")
    loadWithoutKeeping { _ in loaded.fulfill() }
    wait(for: [loaded], timeout: 0.1)
  }
}

@Test func weakSelfGone_confirmation() async {
  await confirmation("image loaded") { loaded in
    loadWithoutKeeping { _ in loaded() }
  }
}

@Test func weakSelfGone_polling() async {
  let isLoaded = Box(false)
  loadWithoutKeeping { _ in isLoaded.value = true }
  await expectEventually { isLoaded.value }
}
