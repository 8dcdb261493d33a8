extension WaitReport {
  /// What was observed for an expectation of a notification, and what came near to it while it was not complete.
  ///
  /// ```swift
  /// let report = await outcome(of: saved, timeout: .seconds(5))
  /// #expect(report.expectations[0].notification?.withoutObjectCount == 0)
  /// ```
  ///
  /// An expectation that must not be fulfilled, or need not, has no near misses.
  public struct ObservedNotification: Sendable, Equatable, Codable {
    /// Notifications that have something in common.
    public struct Postings: Sendable, Equatable, Codable {
      /// What they have in common: the type of the object, or the name.
      public internal(set) var subject: String
      /// How many there were.
      public internal(set) var count: Int
    }

    /// The name that was awaited.
    public internal(set) var name: String
    /// Whether that was on `NotificationCenter.default`.
    public internal(set) var isOnDefaultCenter: Bool
    /// The type of the object that had to post it; nil when any object could.
    public internal(set) var objectType: String?
    /// Whether that object has been released, so that nothing can be posted for it any more.
    public internal(set) var isObjectGone: Bool = false
    /// How many were posted without an object where one was wanted.
    public internal(set) var withoutObjectCount: Int = 0
    /// Those that another object posted, by its type; the first four types.
    public internal(set) var otherObjects: [Postings] = []
    /// How many were posted by objects of still other types.
    public internal(set) var furtherObjectCount: Int = 0
    /// How many were rejected by `where:`.
    public internal(set) var rejectedCount: Int = 0
    /// Those that were posted under a name that differs in case, or by a letter or two; the first four names.
    public internal(set) var similarNames: [Postings] = []

    /// Whether anything came near.
    var hasNearMisses: Bool {
      withoutObjectCount + furtherObjectCount + rejectedCount > 0 || !otherObjects.isEmpty || !similarNames.isEmpty
    }
  }
}
