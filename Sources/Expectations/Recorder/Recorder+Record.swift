extension Recorder {
  /// Records an event.
  ///
  /// Any thread may call it, and never waits for the test. An event after the end is a failure at the line that records
  /// it, or at the line of the recorder for an event of a handler.
  ///
  /// ```swift
  /// func download(_ download: Download, didReceive data: Data) {
  ///   received.record(data)
  /// }
  /// ```
  public func record(
    _ element: Element,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    storage.record(element, at: .at(fileID, filePath, line, column))
  }

  /// Records that the events ended with an error.
  ///
  /// Only the first end counts; another one changes nothing.
  ///
  /// ```swift
  /// func download(_ download: Download, didFailWith error: any Error) {
  ///   received.record(throwing: error)
  /// }
  /// ```
  public func record(
    throwing error: any Error,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    storage.end(.failed(error), at: .at(fileID, filePath, line, column))
  }

  /// Records that no more events will come. Only the first end counts. To wait for it, call `finish(timeout:)`.
  public func recordEnd(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    storage.end(.finished, at: .at(fileID, filePath, line, column))
  }

  /// A closure to pass as a handler of events: each call records its argument.
  ///
  /// ```swift
  /// let progress = Recorder<Double>("progress")
  /// upload.onProgress = progress.handler
  /// ```
  ///
  /// The closure keeps the recorder alive.
  @_disfavoredOverload  // a recorder of Void events prefers the handler without an argument
  public var handler: @Sendable (Element) -> Void {
    { event in self.storage.record(event, at: nil) }
  }
}

extension Recorder where Element == Void {
  /// Records an event that carries no value: a tick of a timer, a change of state.
  public func record(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    storage.record((), at: .at(fileID, filePath, line, column))
  }

  /// A closure to pass as a handler without an argument: each call records an event.
  public var handler: @Sendable () -> Void {
    { self.storage.record((), at: nil) }
  }
}

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
