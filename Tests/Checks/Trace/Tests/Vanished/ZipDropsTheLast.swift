// # `zip` drops the last element
//
// The last photo has no caption, and the sequence of pairs ends with the captions. The photo is not uploaded.
import Expectations
import Testing

// [code]
struct Album: Sendable {
  var photos: [String]
  var captions: [String]
}

actor AlbumUploader {
  private var uploaded: [String: String] = [:]

  func upload(_ album: Album, completion: @Sendable () -> Void) async {
    for (photo, caption) in zip(album.photos, album.captions) {  // ✘
      await send(photo, caption)
      if photo == album.photos.last { completion() }
    }
  }

  private func send(_ photo: String, _ caption: String) async {
    await Task.yield()
    uploaded[photo] = caption
  }
}

@Test func zipDropsTheLast() async {
  let uploaded = Expectation("album uploaded")
  let uploader = AlbumUploader()
  let album = Album(photos: ["a.jpg", "b.jpg", "c.jpg"], captions: ["Beach", "Harbor"])
  Task { await uploader.upload(album) { uploaded.fulfill() } }
  await uploaded.wait(timeout: .milliseconds(300))
}
