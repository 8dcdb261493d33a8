import Dispatch
import Expectations

import class Expectations.Expectation

/// Receives each upload on a queue of its own.
struct UploadSpy {
  let uploaded: Expectation<Void>
  private let queue = DispatchQueue(label: "upload")

  init(count: Int) { uploaded = Expectation("uploaded", count: count) }

  func upload(_ number: Int) {
    for upload in 1...number {
      queue.asyncAfter(deadline: .now() + 0.1 * Double(upload)) {
        uploaded.fulfill()
      }
    }
  }
}
