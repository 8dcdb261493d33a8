public import Foundation

// Declarations for easy mistakes, above all from habits of XCTest. None of them can be called: the compiler shows a
// message that says what to write instead. The documentation leaves them out.
//
// Assumption: `@_documentation(visibility: private)` hides a declaration.
// Check: by `.ci/api`, whose list of public declarations lacks them.
// If false: the documentation lists these declarations as unavailable.
// Remove when: the language has this attribute without the underscore.

// MARK: An expectation without a description, or with too much

extension Expectation {
  @available(*, unavailable, message: "Name the type of its values: `Expectation(\"loaded\", of: Int.self)`.")
  @_documentation(visibility: private)
  @_disfavoredOverload
  public convenience init(_ description: String) { fatalError("unavailable") }

  @available(*, unavailable, message: "The wait has the timeout: `await saved.wait(timeout: .seconds(5))`.")
  @_documentation(visibility: private)
  public convenience init(_ description: String, timeout: Duration) { fatalError("unavailable") }
}

extension Expectation where Value == Void {
  @available(*, unavailable, message: "Say what is expected, for the failure: `Expectation(\"document saved\")`.")
  @_documentation(visibility: private)
  public convenience init() { fatalError("unavailable") }
}

// MARK: Counts that do not say where they begin

extension Expectation {
  @available(
    *, unavailable, message: "Where does it begin? Write `0...n`, for which a wait lasts its whole timeout, or `1...n`."
  )
  @_documentation(visibility: private)
  public convenience init(_ description: String, of type: Value.Type, count: some RangeExpression<Int>) {
    fatalError("unavailable")
  }

  @available(
    *, unavailable, message: "Any number leaves nothing to wait for. Write `1...` for at least once, or `0` for never."
  )
  @_documentation(visibility: private)
  public convenience init(_ description: String, of type: Value.Type, count: UnboundedRange) {
    fatalError("unavailable")
  }
}

extension Expectation where Value == Void {
  @available(
    *, unavailable, message: "Where does it begin? Write `0...n`, for which a wait lasts its whole timeout, or `1...n`."
  )
  @_documentation(visibility: private)
  public convenience init(_ description: String, count: some RangeExpression<Int>) { fatalError("unavailable") }

  @available(
    *, unavailable, message: "Any number leaves nothing to wait for. Write `1...` for at least once, or `0` for never."
  )
  @_documentation(visibility: private)
  public convenience init(_ description: String, count: UnboundedRange) { fatalError("unavailable") }
}

// MARK: Fulfilling without the value, and properties of XCTestExpectation

extension Expectation {
  @available(*, unavailable, message: "It needs its value: `fulfill(value)`, or pass `handler` as the completion.")
  @_documentation(visibility: private)
  @_disfavoredOverload
  public func fulfill() { fatalError("unavailable") }

  @available(*, unavailable, message: "Write `count: 0` where it is created: it must not happen.")
  @_documentation(visibility: private)
  public var isInverted: Bool {
    get { fatalError("unavailable") }
    set { fatalError("unavailable") }
  }

  @available(*, unavailable, message: "Write `count: n` where it is created.")
  @_documentation(visibility: private)
  public var expectedFulfillmentCount: Int {
    get { fatalError("unavailable") }
    set { fatalError("unavailable") }
  }

  @available(
    *, unavailable, message: "One fulfillment too many is always a failure. To allow more, write `count: n...` instead."
  )
  @_documentation(visibility: private)
  public var assertForOverFulfill: Bool {
    get { fatalError("unavailable") }
    set { fatalError("unavailable") }
  }
}

// MARK: Timeouts that are numbers

// One declaration, without `async`, is found in both contexts. After `await`, the compiler adds a warning.

extension Expectation {
  @available(*, unavailable, message: "A timeout is a Duration: write `.seconds(5)`, not `5`.")
  @_documentation(visibility: private)
  @_disfavoredOverload
  @discardableResult
  public func wait(timeout: TimeInterval) throws -> Value { fatalError("unavailable") }

  @available(*, unavailable, message: "A timeout is a Duration: write `.seconds(5)`, not `5`.")
  @_documentation(visibility: private)
  @discardableResult
  public func failure(timeout: TimeInterval) throws -> any Error { fatalError("unavailable") }

  @available(*, unavailable, message: "A time is a Duration: write `.milliseconds(500)`, not `0.5`.")
  @_documentation(visibility: private)
  @discardableResult
  public func expectNone(for window: TimeInterval) -> Bool { fatalError("unavailable") }
}

extension Expectation where Value: Equatable {
  @available(*, unavailable, message: "A timeout is a Duration: write `.seconds(5)`, not `5`.")
  @_documentation(visibility: private)
  public func wait(equals expected: Value, timeout: TimeInterval) throws { fatalError("unavailable") }
}

extension Expectation where Value == Void {
  @available(*, unavailable, message: "A timeout is a Duration: write `.seconds(5)`, not `5`.")
  @_documentation(visibility: private)
  @discardableResult
  public func wait(timeout: TimeInterval) -> Bool { fatalError("unavailable") }

  @available(
    *, unavailable,
    message: "Wait for the signal, then check: `await saved.wait(); await failed.expectNone(for: .zero)`."
  )
  @_documentation(visibility: private)
  @discardableResult
  public func wait(timeout: Duration? = nil, until signal: any Waitable) -> Bool { fatalError("unavailable") }
}

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

@available(*, unavailable, message: "A timeout is a Duration: write `.seconds(5)`, not `5`.")
@_documentation(visibility: private)
@discardableResult
public func eventually<Result>(
  _ description: String = "", equals expected: Any? = nil, timeout: Double,
  pollingInterval: Duration = .zero, options: [ConditionOption] = [], _ body: () async throws -> Result
) throws -> Result { fatalError("unavailable") }

@available(*, unavailable, message: "A time is a Duration: write `.milliseconds(500)`, not `0.5`.")
@_documentation(visibility: private)
@discardableResult
public func always(_ description: String = "", for window: Double, _ body: () async throws -> Bool) -> Bool {
  fatalError("unavailable")
}

@available(*, unavailable, message: "A time is a Duration: write `.milliseconds(500)`, not `0.5`.")
@_documentation(visibility: private)
@discardableResult
public func never(_ description: String = "", for window: Double, _ body: () async throws -> Bool) -> Bool {
  fatalError("unavailable")
}

@available(
  *, unavailable, message: "The body returns nothing. Return a Bool, or write `eventually(succeeds: \"…\") { try … }`."
)
@_documentation(visibility: private)
public func eventually(
  _ description: String = "", timeout: Duration? = nil, pollingInterval: Duration = .zero,
  options: [ConditionOption] = [], _ body: () async throws -> Void
) throws { fatalError("unavailable") }

@available(*, unavailable, message: "For a Bool, write `eventually(\"…\") { … }` without `succeeds:`.")
@_documentation(visibility: private)
public func eventually(
  succeeds description: String, timeout: Duration? = nil, pollingInterval: Duration = .zero,
  options: [ConditionOption] = [], _ body: () async throws -> Bool
) throws { fatalError("unavailable") }
