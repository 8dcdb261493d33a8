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
  /// The expectation observes the notification from its creation, so a posting before the wait counts. When a wait for
  /// it has completed, timed out or been canceled, later postings do not matter, until another wait begins. A look with
  /// `expectNone(for:)` is no such wait: postings count afterwards.
  ///
  /// - Parameters:
  ///   - name: The name of the notification, and of the expectation in failure texts.
  ///   - object: The object that must post it; nil for any object. The expectation does not keep it alive. On Apple's
  ///     systems, what it posts from its `deinit` does not count.
  ///   - center: The center on which the notification is posted.
  ///   - count: How often it must be posted; `0` means never.
  ///   - predicate: Decides which notifications count; by default all do, and nil means no. It runs on the thread that
  ///     posts, outside every lock.
  public convenience init(
    notification name: Notification.Name, object: AnyObject? = nil, center: NotificationCenter = .default,
    count: Int = 1, where predicate: @escaping @Sendable (Notification) -> Bool? = { _ in true },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    self.init(
      name.rawValue, of: Void.self, count: count, fileID: fileID, filePath: filePath, line: line, column: column)
    observe(name, object, center, where: predicate) { _ in }
  }

  /// Expects a notification to be posted as often as `count` allows: see the form with a number.
  public convenience init(
    notification name: Notification.Name, object: AnyObject? = nil, center: NotificationCenter = .default,
    count: some RangeExpression<Int> & Sequence<Int>,
    where predicate: @escaping @Sendable (Notification) -> Bool? = { _ in true },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    self.init(
      name.rawValue, of: Void.self, count: count, fileID: fileID, filePath: filePath, line: line, column: column)
    observe(name, object, center, where: predicate) { _ in }
  }
}

extension Expectation {
  /// Expects a notification to be posted exactly `count` times, and takes a value from each.
  ///
  /// ```swift
  /// let saved = Expectation(
  ///   notification: .documentSaved, object: document, value: { $0.userInfo?["version"] as? Int })
  /// document.save()
  /// #expect(try await saved.wait(timeout: .seconds(5)) == 2)
  /// ```
  ///
  /// A notification is not `Sendable`, so `value` takes what is needed on the thread that posts, outside every lock. If
  /// it throws, the error fulfills the expectation. For everything else, see the form without a value.
  @_disfavoredOverload  // a single closure that returns a Bool is the predicate
  public convenience init(
    notification name: Notification.Name, object: AnyObject? = nil, center: NotificationCenter = .default,
    count: Int = 1, where predicate: @escaping @Sendable (Notification) -> Bool? = { _ in true },
    value: @escaping @Sendable (Notification) throws -> Value,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    self.init(
      name.rawValue, of: Value.self, count: count, fileID: fileID, filePath: filePath, line: line, column: column)
    observe(name, object, center, where: predicate, value)
  }

  /// Expects a notification to be posted as often as `count` allows, and takes a value from each: see the form with a
  /// number.
  @_disfavoredOverload  // a single closure that returns a Bool is the predicate
  public convenience init(
    notification name: Notification.Name, object: AnyObject? = nil, center: NotificationCenter = .default,
    count: some RangeExpression<Int> & Sequence<Int>,
    where predicate: @escaping @Sendable (Notification) -> Bool? = { _ in true },
    value: @escaping @Sendable (Notification) throws -> Value,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    self.init(
      name.rawValue, of: Value.self, count: count, fileID: fileID, filePath: filePath, line: line, column: column)
    observe(name, object, center, where: predicate, value)
  }

  func observe(
    _ name: Notification.Name, _ object: AnyObject?, _ center: NotificationCenter,
    where predicate: @escaping @Sendable (Notification) -> Bool?,
    _ value: @escaping @Sendable (Notification) throws -> Value
  ) {
    // Weak: the center keeps the closure alive, which must not keep the expectation alive.
    source = NotificationObserver(of: base, name, object, center) { [weak self] notification in
      guard let self, base.isObserving, predicate(notification) == true else { return }
      deliver(Result { try value(notification) }, at: nil)
    }
  }
}

extension AnyExpectation {
  /// Whether what it observes matters: from its creation until a wait has completed or given up, and while one waits.
  fileprivate var isObserving: Bool { Engine.withLock { $0.machine.isOpen(key) } }
}

/// Observes a notification until it is released.
private final class NotificationObserver: LivingObject, @unchecked Sendable {
  // Sendable: the properties never change after the initializer, but for weak references, which any thread may read. A
  // center may be used from any thread.
  private let center: NotificationCenter
  private weak var expectation: AnyExpectation?
  /// The object that must post; nil for any. The center knows it by its address, which another object may get after it
  /// is gone.
  #if canImport(ObjectiveC)
    private weak var poster: AnyObject?
  #else
    // This keeps the address, so what the object posts from its `deinit` counts, too.
    private unowned let poster: AnyObject?
  #endif
  let host: any TestHost
  private var token: (any NSObjectProtocol)?

  init(
    of expectation: AnyExpectation, _ name: Notification.Name, _ object: AnyObject?, _ center: NotificationCenter,
    _ receive: @escaping @Sendable (Notification) -> Void
  ) {
    self.center = center
    self.expectation = expectation
    host = expectation.host
    poster = object
    #if canImport(ObjectiveC)
      let isAny = object == nil
      token = center.addObserver(forName: name, object: object, queue: nil) { [weak self] notification in
        if isAny || self?.poster != nil { receive(notification) }
      }
    #else
      token = center.addObserver(forName: name, object: object, queue: nil, using: receive)
    #endif
    Living.add(self)
  }

  deinit {
    Living.remove(self)
    if let token { center.removeObserver(token) }
  }

  var ongoing: String? {
    guard let expectation, expectation.isObserving else { return nil }
    return "\"\(expectation.title)\", created at \(expectation.createdAt), still observes its notification"
  }
}
