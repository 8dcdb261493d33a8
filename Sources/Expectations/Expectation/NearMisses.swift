/// Counts postings that are similar to an awaited notification, until the notification itself has come often enough.
///
/// Only the first few different objects are kept.
struct NearMisses: Sendable {
  typealias Postings = WaitReport.ObservedNotification.Postings

  private static let kept = 4

  private var missingCount: Int
  private(set) var withoutObjectCount = 0
  private(set) var otherObjects: [Postings] = []
  private(set) var furtherObjectCount = 0
  private(set) var rejectedCount = 0

  /// - `requiredCount`: How often the notification must come before nothing more is counted.
  init(requiredCount: Int) {
    missingCount = requiredCount
  }

  private var isCounting: Bool { missingCount > 0 }

  /// Notes that the awaited notification has come.
  mutating func noteMatch() {
    if isCounting { missingCount -= 1 }
  }

  mutating func noteRejection() {
    if isCounting { rejectedCount += 1 }
  }

  /// Notes a posting by another object of the given type; nil means that no object posted it.
  mutating func note(objectOfType type: String?) {
    guard isCounting else { return }
    if let type {
      if !Self.count(type, in: &otherObjects) { furtherObjectCount += 1 }
    } else {
      withoutObjectCount += 1
    }
  }

  /// Counts a posting. Returns false if the list has no room for a new subject.
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
