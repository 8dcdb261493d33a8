import Expectations
public import Foundation

/// An expectation that a notification is posted, with the interface of XCTest's class of this name.
///
/// It observes from its creation to the end of the wait. The native form is `Expectation(notification:object:)`.
open class XCTNSNotificationExpectation: XCTestExpectation, @unchecked Sendable {
  // Sendable: the constants are not used for anything but reading; the box has a lock.

  /// Decides whether a notification counts. It runs on the thread that posts.
  public typealias Handler = @Sendable (Notification) -> Bool

  /// The name of the notification.
  public let notificationName: Notification.Name
  /// The object that must post it; nil for any object.
  public let observedObject: Any?
  /// The center on which it must be posted.
  public let notificationCenter: NotificationCenter
  private let box = HandlerBox<Handler>()

  /// Decides which notifications count; nil if all do.
  open var handler: Handler? {
    get { box.handler }
    set { box.handler = newValue }
  }

  /// Begins to observe.
  ///
  /// - Parameters:
  ///   - notificationName: The name of the notification.
  ///   - object: The object that must post it; nil for any object.
  ///   - notificationCenter: The center on which it is posted.
  public convenience init(
    name notificationName: Notification.Name, object: Any? = nil, notificationCenter: NotificationCenter = .default,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.init(notificationName, object, notificationCenter, mustBeAwaited: false, at: site)
  }

  init(
    _ name: Notification.Name, _ object: Any?, _ center: NotificationCenter, handler: Handler? = nil,
    mustBeAwaited: Bool, at site: CallSite
  ) {
    (notificationName, observedObject, notificationCenter) = (name, object, center)
    box.handler = handler
    let description = "Expect notification '\(name.rawValue)' from " + (object.map { "\($0)" } ?? "any object")
    let native = Expectation(
      description, notification: name, object: object.map { $0 as AnyObject }, center: center,
      mustBeAwaited: mustBeAwaited, at: site
    ) { [box] notification in box.handler?(notification) ?? true }
    super.init(native, description: description, at: site)
  }
}

/// A closure that can be set while another thread calls it.
final class HandlerBox<Handler>: @unchecked Sendable {
  // Sendable: the lock is held for each access.
  private let lock = NSLock()
  private var stored: Handler?

  var handler: Handler? {
    get { lock.withLock { stored } }
    // The previous one is released outside the lock.
    set {
      let previous = lock.withLock {
        defer { stored = newValue }
        return stored
      }
      withExtendedLifetime(previous) {}
    }
  }
}
