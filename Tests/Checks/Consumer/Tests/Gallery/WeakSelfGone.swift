// # The object that must call back is gone
//
// Nothing keeps the loader, and its block captures it weakly. So the handler is released without being called.
import Dispatch
import Expectations
import Testing

// [code]
final class Loader: Sendable {
  private let queue = DispatchQueue(label: "loader")

  func load(completion: @escaping @Sendable (String) -> Void) {
    queue.asyncAfter(deadline: .now() + 0.05) { [weak self] in
      if self != nil { completion("image") }
    }
  }
}

@Test func weakSelfGone() async throws {
  let loaded = Expectation("image loaded", of: String.self)
  do {
    let loader = Loader()
    loader.load(completion: loaded.handler)
  }
  try await loaded.wait(timeout: .milliseconds(200))
}
