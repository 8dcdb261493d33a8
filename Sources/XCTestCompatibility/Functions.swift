import Expectations
public import Foundation
import XCTest

// The methods of XCTest's `XCTestCase`, as functions for tests of Swift Testing.

/// What is called when a wait for all expectations of a test is over: with nil, or with an error if it failed.
public typealias XCWaitCompletionHandler = ((any Error)?) -> Void

/// Makes an expectation that the test must wait for.
///
/// ```swift
/// @Test func savesTheDocument() async {
///   let saved = expectation(description: "document saved")
///   document.save { saved.fulfill() }
///   await fulfillment(of: [saved], timeout: 5)
/// }
/// ```
///
/// If no test waits for it, that is a failure at this line, when the run ends. The native form is
/// `Expectation("document saved")`.
///
/// - Parameter description: The expected event, for the failure text.
///
/// - Returns: The expectation.
@discardableResult
public func expectation(
  description: String,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> XCTestExpectation {
  expectation(description, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Makes an expectation that a notification is posted, which the test must wait for.
///
/// The native form is `Expectation(notification:object:)`.
///
/// - Parameters:
///   - notificationName: The name of the notification.
///   - object: The object that must post it; nil for any object.
///   - notificationCenter: The center on which it is posted.
///   - handler: Decides which notifications count; nil if all do.
///
/// - Returns: The expectation.
@discardableResult
public func expectation(
  forNotification notificationName: Notification.Name, object: Any? = nil,
  notificationCenter: NotificationCenter = .default,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  handler: XCTNSNotificationExpectation.Handler? = nil
) -> XCTestExpectation {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  return PendingExpectations.add(
    XCTNSNotificationExpectation(
      notificationName, object, notificationCenter, handler: handler, mustBeAwaited: true, at: site))
}

/// Makes an expectation that a notification is posted, which the test must wait for.
///
/// - Parameters:
///   - notificationName: The name of the notification.
///   - object: The object that must post it; nil for any object.
///   - notificationCenter: The center on which it is posted.
///   - handler: Decides which notifications count; nil if all do.
///
/// - Returns: The expectation.
@discardableResult
public func expectation(
  forNotification notificationName: String, object: Any? = nil, notificationCenter: NotificationCenter = .default,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  handler: XCTNSNotificationExpectation.Handler? = nil
) -> XCTestExpectation {
  expectation(
    forNotification: Notification.Name(notificationName), object: object, notificationCenter: notificationCenter,
    fileID: fileID, filePath: filePath, line: line, column: column, handler: handler)
}

/// Makes an expectation that a predicate becomes true, which the test must wait for.
///
/// The native form is `eventually(_:)`.
///
/// - Parameters:
///   - predicate: The predicate that must become true.
///   - object: The object that it is evaluated with.
///   - handler: Decides whether it counts that the predicate is true; nil if it always does.
///
/// - Returns: The expectation.
@discardableResult
public func expectation(
  for predicate: NSPredicate, evaluatedWith object: Any? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  handler: XCTNSPredicateExpectation.Handler? = nil
) -> XCTestExpectation {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  return PendingExpectations.add(
    XCTNSPredicateExpectation(predicate, object, handler: handler, mustBeAwaited: true, at: site))
}

// MARK: Waits

/// Blocks the calling thread until all expectations are fulfilled. If they are not, the wait records one failure.
///
/// In an asynchronous test, call `fulfillment(of:timeout:)`.
///
/// - Parameters:
///   - expectations: The expectations. An empty list is complete.
///   - timeout: How long to wait at most, in seconds. A value that is no number, or is negative, counts as 0.
///   - enforceOrder: Whether they must be fulfilled in the order of the list.
@available(*, noasync, message: "Use await fulfillment(of:timeout:enforceOrder:) instead.")
public func wait(
  for expectations: [XCTestExpectation], timeout: TimeInterval = .infinity, enforceOrder: Bool = false,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
  let waiter = XCTWaiter(isRecorded: true)
  waiter.wait(
    for: expectations, timeout: timeout, enforceOrder: enforceOrder,
    fileID: fileID, filePath: filePath, line: line, column: column)
  waiter.recordFailure()
}

/// Suspends the calling task until all expectations are fulfilled. If they are not, the wait records one failure.
///
/// It does not end when the task is canceled. The native form is `wait(for:timeout:)`, which does.
///
/// - Parameters:
///   - expectations: The expectations. An empty list is complete.
///   - timeout: How long to wait at most, in seconds. A value that is no number, or is negative, counts as 0.
///   - enforceOrder: Whether they must be fulfilled in the order of the list.
public func fulfillment(
  of expectations: [XCTestExpectation], timeout: TimeInterval = .infinity, enforceOrder: Bool = false,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async {
  let waiter = XCTWaiter(isRecorded: true)
  await waiter.fulfillment(
    of: expectations, timeout: timeout, enforceOrder: enforceOrder,
    fileID: fileID, filePath: filePath, line: line, column: column)
  waiter.recordFailure()
}

/// Blocks the calling thread until all expectations are fulfilled that the test has made by `expectation(…)` and not
/// yet waited for. If they are not, the wait records one failure.
///
/// - Parameters:
///   - timeout: How long to wait at most, in seconds. A value that is no number, or is negative, counts as 0.
///   - handler: Called when the wait is over, with an error if it failed.
@available(*, noasync, message: "Use await waitForExpectations(timeout:) instead.")
public func waitForExpectations(
  timeout: TimeInterval,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  handler: XCWaitCompletionHandler? = nil
) {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  guard let (test, all) = PendingExpectations.beginWait(at: site) else { return }
  let waiter = XCTWaiter(isRecorded: true)
  let result = waiter.wait(
    for: all, timeout: timeout, fileID: fileID, filePath: filePath, line: line, column: column)
  waiter.recordFailure()
  PendingExpectations.endWait(of: test)
  handler?(result == .completed ? nil : XCTestError(.timeoutWhileWaiting))
}

/// Suspends the calling task until all expectations are fulfilled that the test has made by `expectation(…)` and not
/// yet waited for. If they are not, the wait records one failure.
///
/// - Parameters:
///   - timeout: How long to wait at most, in seconds. A value that is no number, or is negative, counts as 0.
///   - handler: Called when the wait is over, with an error if it failed.
public func waitForExpectations(
  timeout: TimeInterval, isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  handler: XCWaitCompletionHandler? = nil
) async {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  guard let (test, all) = PendingExpectations.beginWait(at: site) else { return }
  let waiter = XCTWaiter(isRecorded: true)
  let result = await waiter.fulfillment(
    of: all, timeout: timeout, fileID: fileID, filePath: filePath, line: line, column: column)
  waiter.recordFailure()
  PendingExpectations.endWait(of: test)
  handler?(result == .completed ? nil : XCTestError(.timeoutWhileWaiting))
}

/// Makes an expectation that the test must wait for.
func expectation(_ description: String, at site: CallSite) -> XCTestExpectation {
  let made = XCTestExpectation(description: description, mustBeAwaited: true, at: site)
  #if canImport(ObjectiveC)
    // As in Apple's XCTest.
    made.assertForOverFulfill = true
  #endif
  return PendingExpectations.add(made)
}
