// # The queue for callbacks is `nil`
//
// No queue was set for the callbacks of the maker. The optional chain then makes no call.
import Dispatch
import Expectations
import Testing

// [code]
struct Thumbnail: Sendable {
  let name: String
  let width: Int
}

final class ThumbnailMaker: @unchecked Sendable {
  private let work = DispatchQueue(label: "thumbnails")
  /// The queue on which completion handlers are called. The default is that of the maker.
  var callbackQueue: DispatchQueue?

  func make(_ name: String, completion: @escaping @Sendable (Thumbnail) -> Void) {
    work.async {
      let thumbnail = self.render(name)
      self.callbackQueue?.async { completion(thumbnail) }  // ✘
    }
  }

  private func render(_ name: String) -> Thumbnail { Thumbnail(name: name, width: 8 * name.count) }
}

@Test func callbackQueueNil() async throws {
  let made = Expectation("thumbnail made", of: Thumbnail.self)
  ThumbnailMaker().make("cat.png") { made.fulfill($0) }
  try await made.wait(timeout: .milliseconds(300))
}
