public import Foundation

// As in `Expectation+Unavailable.swift`: declarations for easy mistakes, with messages that say what to write instead.

// MARK: Timeouts that are numbers

@available(*, unavailable, message: "A timeout is a Duration: write `.seconds(5)`, not `5`.")
@_documentation(visibility: private)
@discardableResult
public func wait<each W: Waitable>(
  for waitables: repeat each W, timeout: TimeInterval, enforceOrder: Bool = false
) -> Bool { fatalError("unavailable") }

@available(*, unavailable, message: "A timeout is a Duration: write `.seconds(5)`, not `5`.")
@_documentation(visibility: private)
@discardableResult
public func wait(for waitables: [any Waitable], timeout: TimeInterval, enforceOrder: Bool = false) -> Bool {
  fatalError("unavailable")
}

@available(*, unavailable, message: "A timeout is a Duration: write `.seconds(5)`, not `5`.")
@_documentation(visibility: private)
@discardableResult
public func within<Value>(
  _ timeout: TimeInterval, description: String = "", _ body: () async throws -> Value
) throws -> Value { fatalError("unavailable") }

@available(*, unavailable, message: "A timeout is a Duration: write `.seconds(5)`, not `5`.")
@_documentation(visibility: private)
@discardableResult
public func wait(forAnyOf waitables: any Waitable..., timeout: TimeInterval) -> Int? { fatalError("unavailable") }

@available(*, unavailable, message: "A timeout is a Duration: write `.seconds(5)`, not `5`.")
@_documentation(visibility: private)
@discardableResult
public func values<each V: Sendable>(
  of expectations: repeat Expectation<each V>, timeout: TimeInterval
) throws -> (repeat each V) { fatalError("unavailable") }

// MARK: Values from a wait that returns none

@available(*, unavailable, message: "It returns a Bool. For the values, write `try await values(of: a, b)`.")
@_documentation(visibility: private)
public func wait<each V: Sendable>(
  for expectations: repeat Expectation<each V>, timeout: Duration? = nil
) -> (repeat each V) { fatalError("unavailable") }

// MARK: Names that differ in XCTest

@available(*, unavailable, message: "Write `await wait(for: a, b, timeout: .seconds(5))`.")
@_documentation(visibility: private)
public func fulfillment(of waitables: [any Waitable], timeout: TimeInterval, enforceOrder: Bool = false) async {
  fatalError("unavailable")
}

@available(*, unavailable, message: "Write `await wait(for: a, b, timeout: .seconds(5))`.")
@_documentation(visibility: private)
public func fulfillment(of waitables: [any Waitable], timeout: Duration, enforceOrder: Bool = false) async {
  fatalError("unavailable")
}

@available(*, unavailable, message: "Name them: `await wait(for: a, b, timeout: .seconds(5))`.")
@_documentation(visibility: private)
public func waitForExpectations(timeout: TimeInterval, handler: (((any Error)?) -> Void)? = nil) {
  fatalError("unavailable")
}

@available(*, unavailable, message: "Write `Expectation(\"saved\")`, or `Expectation(\"saved\", of: Bool.self)`.")
@_documentation(visibility: private)
public func expectation(description: String) -> Expectation<Void> { fatalError("unavailable") }

#if canImport(XCTest)
  public import Foundation
  public import XCTest

  // As in `Expectation+Unavailable.swift`: declarations for easy mistakes, with messages that say what to write
  // instead. XCTest's own methods with the same parameters cannot be declared here, because they are correct with
  // XCTest's own expectations.

  extension XCTestCase {
    @available(*, unavailable, message: "A timeout is a Duration: write `.seconds(5)`, not `5`.")
    @_documentation(visibility: private)
    @discardableResult
    public func wait<each W: Waitable>(
      for waitables: repeat each W, timeout: TimeInterval, enforceOrder: Bool = false
    ) -> Bool { fatalError("unavailable") }

    @available(*, unavailable, message: "A timeout is a Duration: write `.seconds(5)`, not `5`.")
    @_documentation(visibility: private)
    @discardableResult
    public func wait(for waitables: [any Waitable], timeout: TimeInterval, enforceOrder: Bool = false) -> Bool {
      fatalError("unavailable")
    }

    @available(*, unavailable, message: "A timeout is a Duration: write `.seconds(5)`, not `5`.")
    @_documentation(visibility: private)
    @discardableResult
    public func wait(forAnyOf waitables: any Waitable..., timeout: TimeInterval) -> Int? { fatalError("unavailable") }

    // MARK: Values from a wait that returns none

    @available(*, unavailable, message: "It returns a Bool. For the values, write `try await values(of: a, b)`.")
    @_documentation(visibility: private)
    public func wait<each V: Sendable>(
      for expectations: repeat Expectation<each V>, timeout: Duration? = nil
    ) -> (repeat each V) { fatalError("unavailable") }

    @available(*, unavailable, message: "Write `await wait(for: a, b, timeout: .seconds(5))`.")
    @_documentation(visibility: private)
    public func fulfillment(of waitables: [any Waitable], timeout: TimeInterval, enforceOrder: Bool = false) async {
      fatalError("unavailable")
    }

    @available(*, unavailable, message: "Write `await wait(for: a, b, timeout: .seconds(5))`.")
    @_documentation(visibility: private)
    public func fulfillment(of waitables: [any Waitable], timeout: Duration, enforceOrder: Bool = false) async {
      fatalError("unavailable")
    }
  }
#endif
