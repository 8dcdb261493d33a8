public import Foundation

// As in `Expectation+Unavailable.swift`: declarations for easy mistakes, with messages that say what to write instead.

@available(*, unavailable, message: "A timeout is a Duration: write `.seconds(5)`, not `5`.")
@_documentation(visibility: private)
@discardableResult
public func wait(for waitables: [any Waitable], timeout: TimeInterval, enforceOrder: Bool = false) -> Bool {
  fatalError("unavailable")
}

@available(*, unavailable, message: "A timeout is a Duration: write `.seconds(5)`, not `5`.")
@_documentation(visibility: private)
@discardableResult
public func wait(forAnyOf waitables: [any Waitable], timeout: TimeInterval) -> Int? { fatalError("unavailable") }

@available(*, unavailable, message: "A timeout is a Duration: write `.seconds(5)`, not `5`.")
@_documentation(visibility: private)
@discardableResult
public func within<Value>(
  _ timeout: TimeInterval, description: String = "", _ body: () async throws -> Value
) throws -> Value { fatalError("unavailable") }

@available(*, unavailable, message: "A timeout is a Duration: write `.seconds(5)`, not `5`.")
@_documentation(visibility: private)
@discardableResult
public func values<each V: Sendable>(
  of expectations: repeat Expectation<each V>, timeout: TimeInterval
) throws -> (repeat each V) { fatalError("unavailable") }

// MARK: Lists without brackets

@available(*, unavailable, message: "Write a list: `wait(for: [a, b], timeout: .seconds(5))`.")
@_documentation(visibility: private)
@discardableResult
public func wait<each W: Waitable>(
  for waitables: repeat each W, timeout: Duration? = nil, enforceOrder: Bool = false
) -> Bool { fatalError("unavailable") }

@available(*, unavailable, message: "Write a list: `wait(forAnyOf: [a, b], timeout: .seconds(5))`.")
@_documentation(visibility: private)
@discardableResult
public func wait<each W: Waitable>(forAnyOf waitables: repeat each W, timeout: Duration? = nil) -> Int? {
  fatalError("unavailable")
}

@available(*, unavailable, message: "Write `report(of: [a, b], timeout: .seconds(5))`.")
@_documentation(visibility: private)
public func outcome<each W: Waitable>(of waitables: repeat each W, timeout: Duration? = nil) -> WaitReport {
  fatalError("unavailable")
}

// MARK: Names that differ in XCTest

@available(*, unavailable, message: "Write `await wait(for: [a, b], timeout: .seconds(5))`.")
@_documentation(visibility: private)
public func fulfillment(of waitables: [any Waitable], timeout: TimeInterval, enforceOrder: Bool = false) async {
  fatalError("unavailable")
}

@available(*, unavailable, message: "Write `await wait(for: [a, b], timeout: .seconds(5))`.")
@_documentation(visibility: private)
public func fulfillment(of waitables: [any Waitable], timeout: Duration, enforceOrder: Bool = false) async {
  fatalError("unavailable")
}

@available(*, unavailable, message: "Name them: `await wait(for: [a, b], timeout: .seconds(5))`.")
@_documentation(visibility: private)
public func waitForExpectations(timeout: TimeInterval, handler: (((any Error)?) -> Void)? = nil) {
  fatalError("unavailable")
}

@available(*, unavailable, message: "Write `Expectation(\"saved\")`, or `Expectation(\"saved\", of: Bool.self)`.")
@_documentation(visibility: private)
public func expectation(description: String) -> Expectation<Void> { fatalError("unavailable") }

#if canImport(XCTest)
  public import XCTest

  // XCTest's own methods with the same parameters cannot be declared here, because they are correct with XCTest's own
  // expectations.

  extension XCTestCase {
    @available(*, unavailable, message: "A timeout is a Duration: write `.seconds(5)`, not `5`.")
    @_documentation(visibility: private)
    @discardableResult
    public func wait(for waitables: [any Waitable], timeout: TimeInterval, enforceOrder: Bool = false) -> Bool {
      fatalError("unavailable")
    }

    @available(*, unavailable, message: "A timeout is a Duration: write `.seconds(5)`, not `5`.")
    @_documentation(visibility: private)
    @discardableResult
    public func wait(forAnyOf waitables: [any Waitable], timeout: TimeInterval) -> Int? { fatalError("unavailable") }

    @available(*, unavailable, message: "Write a list: `wait(for: [a, b], timeout: .seconds(5))`.")
    @_documentation(visibility: private)
    @discardableResult
    public func wait<each W: Waitable>(
      for waitables: repeat each W, timeout: Duration? = nil, enforceOrder: Bool = false
    ) -> Bool { fatalError("unavailable") }

    @available(*, unavailable, message: "Write a list: `wait(forAnyOf: [a, b], timeout: .seconds(5))`.")
    @_documentation(visibility: private)
    @discardableResult
    public func wait<each W: Waitable>(forAnyOf waitables: repeat each W, timeout: Duration? = nil) -> Int? {
      fatalError("unavailable")
    }

    @available(*, unavailable, message: "Write `await wait(for: [a, b], timeout: .seconds(5))`.")
    @_documentation(visibility: private)
    public func fulfillment(of waitables: [any Waitable], timeout: TimeInterval, enforceOrder: Bool = false) async {
      fatalError("unavailable")
    }

    @available(*, unavailable, message: "Write `await wait(for: [a, b], timeout: .seconds(5))`.")
    @_documentation(visibility: private)
    public func fulfillment(of waitables: [any Waitable], timeout: Duration, enforceOrder: Bool = false) async {
      fatalError("unavailable")
    }
  }
#endif
