public import Foundation

extension Expectation where Value == Void {
  /// Expects a notification to be posted exactly `count` times.
  ///
  /// ```swift
  /// let saved = Expectation(notification: .documentSaved, object: document)
  /// document.save()
  /// await saved.wait(timeout: .seconds(5))
  /// ```
  ///
  /// The expectation observes the notification from its creation, so a posting before the wait counts. It stops when a
  /// wait for it has succeeded, timed out or been canceled: it removes its observer, and later postings do not matter.
  /// After `wait(forAnyOf:)`, the expectations that were not first keep observing. A second wait observes again while
  /// it lasts. The observer is also removed when the expectation is released.
  ///
  /// - Parameters:
  ///   - name: The name of the notification, and of the expectation in failure texts.
  ///   - object: The object that must post it; nil for any object. The expectation does not keep it alive.
  ///   - center: The center on which the notification is posted.
  ///   - count: How often it must be posted; `0` means never.
  ///   - predicate: Decides which notifications count; by default all do. It runs on the thread that posts, outside
  ///     every lock.
  public convenience init(
    notification name: Notification.Name, object: AnyObject? = nil, center: NotificationCenter = .default,
    count: Int = 1, where predicate: @escaping @Sendable (Notification) -> Bool = { _ in true },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    self.init(
      NotificationObservation(name, object: object, center: center), name, FulfillmentBounds(exactly: count),
      predicate, { _ in }, CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Expects a notification to be posted as often as `count` allows.
  ///
  /// ```swift
  /// let changed = Expectation(notification: .documentChanged, object: document, count: 2...)
  /// ```
  ///
  ///
  /// - Parameters:
  ///   - name: The name of the notification, and of the expectation in failure texts.
  ///   - object: The object that must post it; nil for any object. The expectation does not keep it alive.
  ///   - center: The center on which the notification is posted.
  ///   - count: How often: `2...` at least twice, `0...2` at most twice, in which case a wait lasts its whole timeout.
  ///   - predicate: Decides which notifications count; by default all do. It runs on the thread that posts, outside
  ///     every lock.
  public convenience init(
    notification name: Notification.Name, object: AnyObject? = nil, center: NotificationCenter = .default,
    count: some RangeExpression<Int> & Sequence<Int>,
    where predicate: @escaping @Sendable (Notification) -> Bool = { _ in true },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    self.init(
      NotificationObservation(name, object: object, center: center), name, FulfillmentBounds(count),
      predicate, { _ in }, CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

extension Expectation {
  /// Expects a notification to be posted exactly `count` times, and takes a value from each.
  ///
  /// ```swift
  /// let saved = Expectation(notification: .documentSaved, object: document) { $0.userInfo?["version"] as? Int }
  /// document.save()
  /// #expect(try await saved.wait(timeout: .seconds(5)) == 2)
  /// ```
  ///
  /// A notification is not `Sendable`, so `transform` takes the value on the thread that posts.
  ///
  /// - Parameters:
  ///   - name: The name of the notification, and of the expectation in failure texts.
  ///   - object: The object that must post it; nil for any object. The expectation does not keep it alive.
  ///   - center: The center on which the notification is posted.
  ///   - count: How often it must be posted; `0` means never.
  ///   - predicate: Decides which notifications count; by default all do. It runs on the thread that posts, outside
  ///     every lock.
  ///   - transform: Makes a value from a notification that counts. It runs on the thread that posts, outside every
  ///     lock. If it throws, the error fulfills the expectation.
  @_disfavoredOverload  // a single closure that returns a Bool is the predicate
  public convenience init(
    notification name: Notification.Name, object: AnyObject? = nil, center: NotificationCenter = .default,
    count: Int = 1, where predicate: @escaping @Sendable (Notification) -> Bool = { _ in true },
    value transform: @escaping @Sendable (Notification) throws -> Value,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    self.init(
      NotificationObservation(name, object: object, center: center), name, FulfillmentBounds(exactly: count),
      predicate, transform, CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Expects a notification to be posted as often as `count` allows, and takes a value from each.
  ///
  /// ```swift
  /// let moved = Expectation(notification: .playerMoved, center: center, count: 2...) {
  ///   $0.userInfo?["position"] as? Int
  /// }
  /// ```
  ///
  ///
  /// - Parameters:
  ///   - name: The name of the notification, and of the expectation in failure texts.
  ///   - object: The object that must post it; nil for any object. The expectation does not keep it alive.
  ///   - center: The center on which the notification is posted.
  ///   - count: How often: `2...` at least twice, `0...2` at most twice, in which case a wait lasts its whole timeout.
  ///   - predicate: Decides which notifications count; by default all do. It runs on the thread that posts, outside
  ///     every lock.
  ///   - transform: Makes a value from a notification that counts. It runs on the thread that posts, outside every
  ///     lock. If it throws, the error fulfills the expectation.
  @_disfavoredOverload  // a single closure that returns a Bool is the predicate
  public convenience init(
    notification name: Notification.Name, object: AnyObject? = nil, center: NotificationCenter = .default,
    count: some RangeExpression<Int> & Sequence<Int>,
    where predicate: @escaping @Sendable (Notification) -> Bool = { _ in true },
    value transform: @escaping @Sendable (Notification) throws -> Value,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    self.init(
      NotificationObservation(name, object: object, center: center), name, FulfillmentBounds(count),
      predicate, transform, CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  private convenience init(
    _ observation: NotificationObservation, _ name: Notification.Name, _ bounds: FulfillmentBounds,
    _ predicate: @escaping @Sendable (Notification) -> Bool,
    _ transform: @escaping @Sendable (Notification) throws -> Value, _ site: CallSite
  ) {
    self.init(name.rawValue, bounds: bounds, queue: nil, observation: observation, createdAt: site)
    start(observation, where: predicate, transform)
  }

  /// Begins to observe, and fulfills the expectation with each notification that counts.
  func start(
    _ observation: NotificationObservation, where predicate: @escaping @Sendable (Notification) -> Bool,
    _ transform: @escaping @Sendable (Notification) throws -> Value
  ) {
    // Weak: the center keeps the observer alive, which must not keep the expectation alive.
    observation.start(requiredCount: bounds.lower) { [weak self] notification in
      guard let self else { return true }
      guard predicate(notification) else { return false }
      deliver(Result { try transform(notification) }, at: nil)
      return true
    }
  }
}
