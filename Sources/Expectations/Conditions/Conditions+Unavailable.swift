// As in `Expectation+Unavailable.swift`: declarations for easy mistakes, with messages that say what to write instead.

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
