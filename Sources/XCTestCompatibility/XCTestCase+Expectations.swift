#if !canImport(ObjectiveC)
  import Expectations
  public import Foundation
  public import XCTest

  // The methods of `XCTestCase` with this package's expectations, for suites that stay in XCTest.
  //
  // Assumption: between two methods that both fit, the compiler chooses the one with fewer default arguments. Those
  // that make expectations therefore have one parameter for the place, the line, where XCTest's have two. Those that
  // wait take other types of expectations. For `waitForExpectations(timeout:)`, whose parameters are all XCTest's own,
  // each test module needs a method of its own.
  // Check: by the compiler, in the tests of this library.
  // If false: such a call is ambiguous, or calls XCTest's method, whose result has another type.
  // Remove when: XCTest has these waits.

  extension XCTestCase {
    /// Makes an expectation that the test must wait for.
    ///
    /// - Parameter description: The expected event, for the failure text.
    ///
    /// - Returns: The expectation.
    @discardableResult
    public func expectation(description: String, line: UInt = #line) -> XCTestExpectation {
      XCTestCompatibility.expectation(description, at: CallSite(line: line))
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
      forNotification notificationName: Notification.Name, object: Any? = nil,
      notificationCenter: NotificationCenter = .default, line: UInt = #line,
      handler: XCTNSNotificationExpectation.Handler? = nil
    ) -> XCTestExpectation {
      PendingExpectations.add(
        XCTNSNotificationExpectation(
          notificationName, object, notificationCenter, handler: handler, mustBeAwaited: true, at: CallSite(line: line))
      )
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
      line: UInt = #line, handler: XCTNSNotificationExpectation.Handler? = nil
    ) -> XCTestExpectation {
      expectation(
        forNotification: Notification.Name(notificationName), object: object, notificationCenter: notificationCenter,
        line: line, handler: handler)
    }

    /// Makes an expectation that a predicate becomes true, which the test must wait for.
    ///
    /// - Parameters:
    ///   - predicate: The predicate that must become true.
    ///   - object: The object that it is evaluated with.
    ///   - handler: Decides whether it counts that the predicate is true; nil if it always does.
    ///
    /// - Returns: The expectation.
    @discardableResult
    public func expectation(
      for predicate: NSPredicate, evaluatedWith object: Any? = nil, line: UInt = #line,
      handler: XCTNSPredicateExpectation.Handler? = nil
    ) -> XCTestExpectation {
      PendingExpectations.add(
        XCTNSPredicateExpectation(predicate, object, handler: handler, mustBeAwaited: true, at: CallSite(line: line)))
    }

    /// Blocks the calling thread until all expectations are fulfilled. If they are not, the wait records one failure.
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
      XCTestCompatibility.wait(
        for: expectations, timeout: timeout, enforceOrder: enforceOrder,
        fileID: fileID, filePath: filePath, line: line, column: column)
    }

    /// Suspends the calling task until all expectations are fulfilled. If they are not, the wait records one failure.
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
      await XCTestCompatibility.fulfillment(
        of: expectations, timeout: timeout, enforceOrder: enforceOrder,
        fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }

  /// A test case as the delegate of a waiter records the failures of its waits.
  extension XCTestCase: XCTWaiterDelegate {
    /// Records the failure.
    public func waiter(
      _ waiter: XCTWaiter, didTimeoutWithUnfulfilledExpectations unfulfilledExpectations: [XCTestExpectation]
    ) { waiter.recordFailure() }

    /// Records the failure.
    public func waiter(
      _ waiter: XCTWaiter, fulfillmentDidViolateOrderingConstraintsFor expectation: XCTestExpectation,
      requiredExpectation: XCTestExpectation
    ) { waiter.recordFailure() }

    /// Records the failure.
    public func waiter(_ waiter: XCTWaiter, didFulfillInvertedExpectation expectation: XCTestExpectation) {
      waiter.recordFailure()
    }

    /// Records the failure.
    public func nestedWaiter(_ waiter: XCTWaiter, wasInterruptedByTimedOutWaiter outerWaiter: XCTWaiter) {
      waiter.recordFailure()
    }
  }

  extension CallSite {
    /// Only the line is known.
    fileprivate init(line: UInt) { self.init(fileID: "", filePath: "", line: line, column: 0) }
  }
#endif
