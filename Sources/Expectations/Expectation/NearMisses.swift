/// What came near to a notification without being the one that is awaited: counted until that has come often enough.
///
/// Of different objects and names only the first few are kept.
struct NearMisses: Sendable {
  typealias Postings = WaitReport.ObservedNotification.Postings

  private static let kept = 4

  private var missingCount: Int
  private(set) var withoutObjectCount = 0
  private(set) var otherObjects: [Postings] = []
  private(set) var furtherObjectCount = 0
  private(set) var rejectedCount = 0
  private(set) var similarNames: [Postings] = []

  /// - `requiredCount`: How often the notification has to come until nothing is noted any more.
  init(requiredCount: Int) {
    missingCount = requiredCount
  }

  private var isOpen: Bool { missingCount > 0 }

  /// The notification itself has come.
  mutating func noteMatch() {
    if isOpen { missingCount -= 1 }
  }

  mutating func noteRejection() {
    if isOpen { rejectedCount += 1 }
  }

  /// It was posted by another object, of this type; by none when nil.
  mutating func note(objectOfType type: String?) {
    guard isOpen else { return }
    if let type {
      if !Self.count(type, in: &otherObjects) { furtherObjectCount += 1 }
    } else {
      withoutObjectCount += 1
    }
  }

  /// A notification was posted whose name is nearly the same.
  mutating func note(similarName name: String) {
    if isOpen { _ = Self.count(name, in: &similarNames) }
  }

  /// Returns false for one that there is no room for.
  private static func count(_ subject: String, in list: inout [Postings]) -> Bool {
    if let index = list.firstIndex(where: { $0.subject == subject }) {
      list[index].count += 1
    } else if list.count < kept {
      list.append(Postings(subject: subject, count: 1))
    } else {
      return false
    }
    return true
  }
}
