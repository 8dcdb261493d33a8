/// What an `XCTWaiter` tells about a wait that failed, as XCTest's protocol of this name.
///
/// The methods are called on the thread of the wait, before it returns. All have an empty implementation.
public protocol XCTWaiterDelegate: AnyObject {
  /// The time was over.
  ///
  /// - Parameters:
  ///   - waiter: The waiter.
  ///   - unfulfilledExpectations: What did not happen, in the order of the list.
  func waiter(_ waiter: XCTWaiter, didTimeoutWithUnfulfilledExpectations unfulfilledExpectations: [XCTestExpectation])

  /// An expectation was fulfilled before one that precedes it in the list.
  ///
  /// - Parameters:
  ///   - waiter: The waiter.
  ///   - expectation: What was fulfilled too early.
  ///   - requiredExpectation: What had to be fulfilled first.
  func waiter(
    _ waiter: XCTWaiter, fulfillmentDidViolateOrderingConstraintsFor expectation: XCTestExpectation,
    requiredExpectation: XCTestExpectation)

  /// An inverted expectation was fulfilled.
  ///
  /// - Parameters:
  ///   - waiter: The waiter.
  ///   - expectation: The inverted expectation.
  func waiter(_ waiter: XCTWaiter, didFulfillInvertedExpectation expectation: XCTestExpectation)

  /// The time of an enclosing wait on the same thread was over.
  ///
  /// - Parameters:
  ///   - waiter: The waiter.
  ///   - outerWaiter: The waiter of the enclosing wait.
  func nestedWaiter(_ waiter: XCTWaiter, wasInterruptedByTimedOutWaiter outerWaiter: XCTWaiter)
}

extension XCTWaiterDelegate {
  /// Does nothing.
  public func waiter(
    _ waiter: XCTWaiter, didTimeoutWithUnfulfilledExpectations unfulfilledExpectations: [XCTestExpectation]
  ) {}

  /// Does nothing.
  public func waiter(
    _ waiter: XCTWaiter, fulfillmentDidViolateOrderingConstraintsFor expectation: XCTestExpectation,
    requiredExpectation: XCTestExpectation
  ) {}

  /// Does nothing.
  public func waiter(_ waiter: XCTWaiter, didFulfillInvertedExpectation expectation: XCTestExpectation) {}

  /// Does nothing.
  public func nestedWaiter(_ waiter: XCTWaiter, wasInterruptedByTimedOutWaiter outerWaiter: XCTWaiter) {}
}
