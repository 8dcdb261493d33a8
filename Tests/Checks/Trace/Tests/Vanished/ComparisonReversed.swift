// # A comparison is the wrong way round
//
// A note from the server replaces the local one if it is newer. The code takes older ones, and says nothing about the
// others.
import Dispatch
import Expectations
import Foundation
import Testing

// [code]
struct Note: Sendable {
  let id: Int
  let revision: Int
  let text: String
}

final class NoteMerger: @unchecked Sendable {
  static let didMerge = Notification.Name("noteDidMerge")
  private let queue = DispatchQueue(label: "notes")
  private var notes = [1: Note(id: 1, revision: 4, text: "Milk")]

  func receive(_ note: Note) {
    queue.async {
      let known = self.notes[note.id]?.revision ?? 0
      if note.revision < known {  // ✘
        self.notes[note.id] = note
        NotificationCenter.default.post(name: Self.didMerge, object: self)
      }
    }
  }
}

@Test func comparisonReversed() async {
  let merger = NoteMerger()
  let merged = Expectation(notification: NoteMerger.didMerge, object: merger)
  merger.receive(Note(id: 1, revision: 5, text: "Milk, bread"))
  await merged.wait(timeout: .milliseconds(300))
}
