// # A cache hit forgets the callback
//
// The second request for an image finds it in the cache and counts the hit. It never calls its completion handler.
import Dispatch
import Expectations
import Testing

// [code]
final class ImageStore: @unchecked Sendable {
  private let queue = DispatchQueue(label: "images")
  private var images: [String: [UInt8]] = [:]
  private var hits = 0

  func load(_ name: String, completion: @escaping @Sendable ([UInt8]) -> Void) {
    queue.async {
      if self.images[name] != nil {
        self.hits += 1  // ✘
      } else {
        let image = self.decode(name)
        self.images[name] = image
        completion(image)
      }
    }
  }

  private func decode(_ name: String) -> [UInt8] { Array(name.utf8) }
}

@Test func cacheHitForgetsTheCallback() async {
  let store = ImageStore()
  let prefetched = Expectation("prefetched")
  let shown = Expectation("shown")
  store.load("cat.png") { _ in prefetched.fulfill() }
  await prefetched.wait()
  store.load("cat.png") { _ in shown.fulfill() }
  await shown.wait(timeout: .milliseconds(300))
}
