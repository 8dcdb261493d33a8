// # The actor is busy with other work
//
// The actor reads a large file without a pause, so other calls must wait. The fulfillment comes after the deadline, and
// the text says so.
import Expectations
import Foundation
import Testing

// [code]
actor Archive {
  func rebuild() { Thread.sleep(forTimeInterval: 0.5) }
  func store(_ name: String) {}
}

@Test func actorBusy() async {
  let archive = Archive()
  let stored = Expectation("stored")
  let rebuilding = Task { await archive.rebuild() }
  try? await Task.sleep(for: .milliseconds(50))
  let storing = Task {
    await archive.store("a")
    stored.fulfill()
  }
  await stored.wait(timeout: .milliseconds(200))
  await rebuilding.value
  await storing.value
}
