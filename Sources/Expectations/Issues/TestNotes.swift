/// The notes that a host of XCTest keeps about its test until the test is over. XCTest keeps every test case until the
/// end of the run, with the expectations in its properties.
final class TestNotes: Sendable {
  private struct MadeObject {
    weak var made: (any CheckedAfterTest)?
  }

  private struct State {
    /// The errors that waits threw and that have not yet failed the test, as text, because an error may keep any object
    /// alive.
    var thrown: [(error: String, text: String)] = []
    /// The objects created in the test. Some may still exist when the test is over.
    var made: [MadeObject] = []
    /// How long the list may become before `noteMade` removes the released objects.
    var madeLimit = 64
    var isClosed = false
  }

  private let state = Locked(State())

  /// Notes an object to check when the test is over, even if nothing has released it by then.
  func noteMade(_ made: any CheckedAfterTest) {
    let keptAlive = state.withLock { state in
      guard !state.isClosed else { return [any CheckedAfterTest]() }
      state.made.append(MadeObject(made: made))
      guard state.made.count > state.madeLimit else { return [] }
      let live = state.made.compactMap(\.made)
      state.made = live.map(MadeObject.init)
      state.madeLimit = max(64, 2 * live.count)
      return live
    }
    // The last release of an object must happen outside the lock, because the object may then record a problem.
    withExtendedLifetime(keptAlive) {}
  }

  /// Stops noting objects.
  func close() { state.withLock { $0.isClosed = true } }

  /// Checks the remaining objects after the test.
  func checkMade() {
    let made = state.withLock { state in
      defer { state.made = [] }
      return state.made
    }
    for each in made { each.made?.recordIfNeverAwaited() }
  }

  func noteThrown(_ thrown: ThrownError) {
    let note = (thrown.error, thrown.text)
    state.withLock { $0.thrown.append(note) }
  }

  /// Prints, once, the origin of a thrown error after XCTest has recorded a failure with it.
  ///
  /// Assumption: XCTest describes a thrown error with the words `threw error` or `caught error`, and its text.
  /// Check: by `Tests/Consumer/check`.
  /// If false: the origin is not printed.
  /// Remove when: XCTest gives its observers the error.
  func explain(_ description: String) {
    guard description.contains("threw error") || description.contains("aught error") else { return }
    let notes = state.withLock { state in
      defer { state.thrown.removeAll { description.contains($0.error) } }
      return state.thrown.filter { description.contains($0.error) }
    }
    for note in notes { StandardError.print(note.text) }
  }
}
