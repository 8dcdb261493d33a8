// # A cached upload has no last event
//
// The counter goes up with an upload and down with its end, but a photo from the cache reports no end. The last
// different values of the condition show that the upload did begin.
import Expectations
import Testing

// [code]
actor Badge {
  private(set) var uploads = 0

  func begin() { uploads += 1 }

  func end(isCached: Bool) {
    guard !isCached else { return }
    uploads -= 1
  }
}

@Test func eventsNeverEnd() async throws {
  let badge = Badge()
  let upload = Task {
    await badge.begin()
    try await Task.sleep(for: .milliseconds(20))
    await badge.end(isCached: true)
  }
  try await eventually("badge shows 1", equals: 1) { await badge.uploads }
  try await eventually("badge shows nothing", equals: 0, timeout: .milliseconds(100)) { await badge.uploads }
  try await upload.value
}
