extension WaitReport {
  /// What the library observed for an expectation of a notification, including near misses.
  ///
  /// ```swift
  /// let report = await outcome(of: saved, timeout: .seconds(5))
  /// #expect(report.expectations[0].notification?.withoutObjectCount == 0)
  /// ```
  ///
  /// Near misses count while the expectation is incomplete. An expectation that needs no fulfillment has none.
  public struct ObservedNotification: Sendable, Equatable, Codable {
    /// A group of notifications with the same object type or the same name.
    public struct Postings: Sendable, Equatable, Codable {
      /// What the notifications share: the type of their object, or their name.
      public internal(set) var subject: String
      /// The number of notifications.
      public internal(set) var count: Int
    }

    /// The name of the expected notification.
    public internal(set) var name: String
    /// Whether the expectation observed `NotificationCenter.default`.
    public internal(set) var isOnDefaultCenter: Bool
    /// The type of the object that had to post the notification; nil when any object could.
    public internal(set) var objectType: String?
    /// Whether that object has been released, so that nothing can post the notification for it.
    public internal(set) var isObjectGone: Bool = false
    /// How many notifications had no object, although the expectation required one.
    public internal(set) var withoutObjectCount: Int = 0
    /// The notifications from other objects, grouped by type of object; the first four types.
    public internal(set) var otherObjects: [Postings] = []
    /// How many notifications came from objects of further types.
    public internal(set) var furtherObjectCount: Int = 0
    /// How many notifications `where:` rejected.
    public internal(set) var rejectedCount: Int = 0

    @available(*, unavailable, message: "Notifications of other names are not observed.")
    public var similarNames: [Postings] { [] }

    /// Whether there were near misses.
    var hasNearMisses: Bool {
      withoutObjectCount + furtherObjectCount + rejectedCount > 0 || !otherObjects.isEmpty
    }
  }
}
