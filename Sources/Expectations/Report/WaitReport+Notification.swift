extension WaitReport {
  /// What the library observed for an expectation of a notification, including near misses.
  ///
  /// ```swift
  /// let report = await outcome(of: saved, timeout: .seconds(5))
  /// #expect(report.expectations[0].notification?.withoutObjectCount == 0)
  /// ```
  ///
  /// Near misses count while the expectation is incomplete. An expectation that needs no fulfillment has none.
  struct ObservedNotification: Sendable, Equatable, Encodable {
    /// A group of notifications with the same object type or the same name.
    struct Postings: Sendable, Equatable, Encodable {
      /// What the notifications share: the type of their object, or their name.
      var subject: String
      /// The number of notifications.
      var count: Int
    }

    /// The name of the expected notification.
    var name: String
    /// Whether the expectation observed `NotificationCenter.default`.
    var isOnDefaultCenter: Bool
    /// The type of the object that had to post the notification; nil when any object could.
    var objectType: String?
    /// Whether that object has been released, so that nothing can post the notification for it.
    var isObjectGone: Bool = false
    /// How many notifications had no object, although the expectation required one.
    var withoutObjectCount: Int = 0
    /// The notifications from other objects, grouped by type of object; the first four types.
    var otherObjects: [Postings] = []
    /// How many notifications came from objects of further types.
    var furtherObjectCount: Int = 0
    /// How many notifications `where:` rejected.
    var rejectedCount: Int = 0

    /// Whether there were near misses.
    var hasNearMisses: Bool {
      withoutObjectCount + furtherObjectCount + rejectedCount > 0 || !otherObjects.isEmpty
    }
  }
}
