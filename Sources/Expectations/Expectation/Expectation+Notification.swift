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
  /// It is observed from its creation, so what is posted before the wait counts, until the wait for it is over: when
  /// that has succeeded, timed out or been cancelled, the observer is removed, and what is posted later does not
  /// matter. `wait(forAnyOf:)` goes on with those that were not the first. A second wait observes anew while it lasts.
  /// The observer goes with the expectation, too.
  ///
  /// - Parameters:
  ///   - name: The name of the notification, and of the expectation in failure texts.
  ///   - object: What must post it; nil for anything. It is not kept alive.
  ///   - center: The center that it is posted to.
  ///   - count: How often; `0` means that it must not be posted at all.
  ///   - predicate: Which notifications count, all by default. It is called on the thread that posts, outside every
  ///     lock.
  ///   - fileID: The module and file that failures name; by default those of the call.
  ///   - filePath: The path that failures name; by default that of the call's file.
  ///   - line: The line that failures name; by default that of the call.
  ///   - column: The column that failures name; by default that of the call.
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
  ///   - object: What must post it; nil for anything. It is not kept alive.
  ///   - center: The center that it is posted to.
  ///   - count: How often: `2...` at least twice, `0...2` at most twice, for which a wait lasts its whole timeout.
  ///   - predicate: Which notifications count, all by default. It is called on the thread that posts, outside every
  ///     lock.
  ///   - fileID: The module and file that failures name; by default those of the call.
  ///   - filePath: The path that failures name; by default that of the call's file.
  ///   - line: The line that failures name; by default that of the call.
  ///   - column: The column that failures name; by default that of the call.
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
  /// A notification is not `Sendable`, so the value is chosen where it is posted.
  ///
  /// - Parameters:
  ///   - name: The name of the notification, and of the expectation in failure texts.
  ///   - object: What must post it; nil for anything. It is not kept alive.
  ///   - center: The center that it is posted to.
  ///   - count: How often; `0` means that it must not be posted at all.
  ///   - predicate: Which notifications count, all by default. It is called on the thread that posts, outside every
  ///     lock.
  ///   - transform: Makes the value of a notification that counts. It is called on the thread that posts, outside every
  ///     lock. An error that it throws fulfills the expectation with that error.
  ///   - fileID: The module and file that failures name; by default those of the call.
  ///   - filePath: The path that failures name; by default that of the call's file.
  ///   - line: The line that failures name; by default that of the call.
  ///   - column: The column that failures name; by default that of the call.
  @_disfavoredOverload  // a lone closure that returns a Bool says which notifications count
  public convenience init(
    notification name: Notification.Name, object: AnyObject? = nil, center: NotificationCenter = .default,
    count: Int = 1, where predicate: @escaping @Sendable (Notification) -> Bool = { _ in true },
    transform: @escaping @Sendable (Notification) throws -> Value,
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
  ///   - object: What must post it; nil for anything. It is not kept alive.
  ///   - center: The center that it is posted to.
  ///   - count: How often: `2...` at least twice, `0...2` at most twice, for which a wait lasts its whole timeout.
  ///   - predicate: Which notifications count, all by default. It is called on the thread that posts, outside every
  ///     lock.
  ///   - transform: Makes the value of a notification that counts. It is called on the thread that posts, outside every
  ///     lock. An error that it throws fulfills the expectation with that error.
  ///   - fileID: The module and file that failures name; by default those of the call.
  ///   - filePath: The path that failures name; by default that of the call's file.
  ///   - line: The line that failures name; by default that of the call.
  ///   - column: The column that failures name; by default that of the call.
  @_disfavoredOverload  // a lone closure that returns a Bool says which notifications count
  public convenience init(
    notification name: Notification.Name, object: AnyObject? = nil, center: NotificationCenter = .default,
    count: some RangeExpression<Int> & Sequence<Int>,
    where predicate: @escaping @Sendable (Notification) -> Bool = { _ in true },
    transform: @escaping @Sendable (Notification) throws -> Value,
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
    // Weak: the center keeps the observer, which must not keep the expectation.
    observation.start(requiredCount: bounds.lower) { [weak self] notification in
      guard let self else { return true }
      guard predicate(notification) else { return false }
      deliver(Result { try transform(notification) }, at: nil)
      return true
    }
  }
}
