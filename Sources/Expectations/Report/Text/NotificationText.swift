/// Describes a notification that did not come: where it was observed, and its near misses.
struct NotificationText {
  private let notification: WaitReport.ObservedNotification

  init(_ notification: WaitReport.ObservedNotification) {
    self.notification = notification
  }

  var lines: [String] { [observed] + nearMisses.map { "near miss: posted \($0)" } }

  /// `observed on the default center, from any object`
  var observed: String {
    let center = notification.isOnDefaultCenter ? "the default center" : "a center other than the default one"
    let fate = notification.isObjectGone ? ", which has been released" : ""
    let object = notification.objectType.map { "one object\(fate): \($0)" } ?? "any object"
    return "observed on \(center), from \(object)"
  }

  private var nearMisses: [String] {
    let (without, further) = (notification.withoutObjectCount, notification.furtherObjectCount)
    let rejected = notification.rejectedCount
    return [without > 0 ? "\(CountText.times(without)) without an object (object: nil)" : nil].compactMap { $0 }
      + notification.otherObjects.map { "\(CountText.times($0.count)) by another object: \($0.subject)" }
      + [
        further > 0 ? "\(CountText.times(further)) by objects of other types" : nil,
        rejected > 0 ? "\(CountText.times(rejected)), but rejected by where:" : nil,
      ].compactMap { $0 }
  }
}
