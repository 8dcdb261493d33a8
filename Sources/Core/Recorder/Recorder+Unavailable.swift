// As in `Expectation+Unavailable.swift`: declarations for easy mistakes, with messages that say what to write instead.

extension Recorder {
  @available(*, unavailable, message: "A timeout is a Duration: write `.seconds(5)`, not `5`.")
  @_documentation(visibility: private)
  @discardableResult
  public func next(timeout: Double) throws -> Element { fatalError("unavailable") }

  @available(*, unavailable, message: "A timeout is a Duration: write `.seconds(5)`, not `5`.")
  @_documentation(visibility: private)
  @discardableResult
  public func next(_ count: Int, timeout: Double) throws -> [Element] { fatalError("unavailable") }

  @available(*, unavailable, message: "A timeout is a Duration: write `.seconds(5)`, not `5`.")
  @_documentation(visibility: private)
  public func expectNext(_ elements: Element..., timeout: Double) throws { fatalError("unavailable") }

  @available(*, unavailable, message: "A timeout is a Duration: write `.seconds(5)`, not `5`.")
  @_documentation(visibility: private)
  public func finish(timeout: Double) throws { fatalError("unavailable") }

  @available(*, unavailable, message: "A timeout is a Duration: write `.seconds(5)`, not `5`.")
  @_documentation(visibility: private)
  @discardableResult
  public func failure(timeout: Double) throws -> any Error { fatalError("unavailable") }

  @available(*, unavailable, message: "A time is a Duration: write `.milliseconds(500)`, not `0.5`.")
  @_documentation(visibility: private)
  @discardableResult
  public func expectNone(for window: Double) -> Bool { fatalError("unavailable") }
}
