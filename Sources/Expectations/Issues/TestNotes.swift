/// The notes that a host of XCTest keeps about its test until the test is over.
final class TestNotes: Sendable {
  /// The errors that waits threw and that have not yet failed the test, as text, because an error may keep any object
  /// alive.
  private let thrown = Locked<[(error: String, text: String)]>([])

  func noteThrown(_ thrown: ThrownError) {
    let note = (thrown.error, thrown.text)
    self.thrown.withLock { $0.append(note) }
  }

  /// Prints, once, the origin of a thrown error after XCTest has recorded a failure with it.
  ///
  /// Assumption: XCTest describes a thrown error with the words `threw error` or `caught error`, and its text.
  /// Check: by `Tests/Consumer/check`.
  /// If false: the origin is not printed.
  /// Remove when: XCTest gives its observers the error.
  func explain(_ description: String) {
    guard description.contains("threw error") || description.contains("aught error") else { return }
    let notes = thrown.withLock { thrown in
      defer { thrown.removeAll { description.contains($0.error) } }
      return thrown.filter { description.contains($0.error) }
    }
    for note in notes { StandardError.print(note.text) }
  }
}
