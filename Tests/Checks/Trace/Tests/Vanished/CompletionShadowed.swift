// # A completion handler is shadowed
//
// The store has a completion handler of its own for the write. It has the name of the parameter, which therefore is
// never called.
import Dispatch
import Expectations
import Testing

// [code]
final class DraftStore: @unchecked Sendable {
  private let queue = DispatchQueue(label: "drafts")
  private var drafts: [String] = []
  private var isDirty = false

  func save(_ draft: String, completion: @escaping @Sendable () -> Void) {
    queue.async {
      self.isDirty = true
      let completion = { self.isDirty = false }  // ✘
      self.write(draft, completion: completion)
    }
  }

  private func write(_ draft: String, completion: () -> Void) {
    drafts.append(draft)
    completion()
  }
}

@Test func completionShadowed() async {
  let saved = Expectation("draft saved")
  DraftStore().save("Dear Ann") { saved.fulfill() }
  await saved.wait(timeout: .milliseconds(300))
}
