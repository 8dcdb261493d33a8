// # A file is locked
//
// Another descriptor holds the lock of the file.
import Expectations
import Foundation
import Testing

// [code]
@Test func fileLockedByAnother() async throws {
  let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).lock").path
  let holder = open(path, O_CREAT | O_RDWR, 0o600)
  flock(holder, LOCK_EX)
  let saved = Expectation("saved")
  Thread {
    let file = open(path, O_RDWR)
    flock(file, LOCK_EX)
    saved.fulfill()
  }.start()
  await saved.wait(timeout: .milliseconds(300))
  unlink(path)
}
