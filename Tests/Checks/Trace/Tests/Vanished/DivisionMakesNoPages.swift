// # An integer division makes no pages
//
// Twelve contacts divided by fifty are no page, so the loop has no pass. The export is over before it has begun.
import Dispatch
import Expectations
import Testing

// [code]
final class ContactExport: Sendable {
  private let queue = DispatchQueue(label: "export")
  private let pageSize = 50

  func export(_ contacts: [String], completion: @escaping @Sendable (Int) -> Void) {
    queue.async {
      let pages = contacts.count / self.pageSize  // ✘
      for page in 0..<pages {
        let start = page * self.pageSize
        let end = min(start + self.pageSize, contacts.count)
        self.write(contacts[start..<end])
        if page == pages - 1 { completion(pages) }
      }
    }
  }

  private func write(_ contacts: ArraySlice<String>) { print(contacts.joined(separator: "\n")) }
}

@Test func divisionMakesNoPages() async throws {
  let exported = Expectation("exported", of: Int.self)
  let contacts = (1...12).map { "Contact \($0)" }
  ContactExport().export(contacts) { exported.fulfill($0) }
  try await exported.wait(timeout: .milliseconds(300))
}
