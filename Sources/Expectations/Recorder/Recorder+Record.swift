extension Recorder {
  /// Records an event.
  ///
  /// Callable from any thread; it never blocks, and takes constant time however many events there are. An event after
  /// the end is a failure on the line that records it.
  ///
  /// ```swift
  /// func download(_ download: Download, didReceive data: Data) {
  ///   received.record(data)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - element: The event.
  ///   - fileID: The module and file that failures name; by default those of the call.
  ///   - filePath: The path that failures name; by default that of the call's file.
  ///   - line: The line that failures name; by default that of the call.
  ///   - column: The column that failures name; by default that of the call.
  public func record(
    _ element: Element,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    storage.record(element, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Records that the events ended with an error.
  ///
  /// The first end stands; another one changes nothing.
  ///
  /// ```swift
  /// func download(_ download: Download, didFailWith error: any Error) {
  ///   received.record(throwing: error)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - error: What the events ended with.
  ///   - fileID: The module and file that failures name; by default those of the call.
  ///   - filePath: The path that failures name; by default that of the call's file.
  ///   - line: The line that failures name; by default that of the call.
  ///   - column: The column that failures name; by default that of the call.
  public func record(
    throwing error: any Error,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    storage.end(.failed(error), at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Records that no more events will come.
  ///
  /// The first end stands; another one changes nothing.
  ///
  /// ```swift
  /// func downloadDidEnd(_ download: Download) {
  ///   received.recordEnd()
  /// }
  /// ```
  ///
  /// To wait for the end, ``finish(timeout:clock:isolation:fileID:filePath:line:column:)``.
  ///
  /// - Parameters:
  ///   - fileID: The module and file that failures name; by default those of the call.
  ///   - filePath: The path that failures name; by default that of the call's file.
  ///   - line: The line that failures name; by default that of the call.
  ///   - column: The column that failures name; by default that of the call.
  public func recordEnd(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    storage.end(.finished, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// A closure to pass where a handler of events is wanted: each call records its argument.
  ///
  /// ```swift
  /// let progress = Recorder<Double>("progress")
  /// upload.onProgress = progress.handler
  /// ```
  ///
  /// The closure keeps the recorder alive.
  @_disfavoredOverload  // of Void events the handler without an argument is meant
  public var handler: @Sendable (Element) -> Void {
    { element in self.storage.record(element, at: nil) }
  }
}

extension Recorder where Element == Void {
  /// Records an event that carries no value: a tick of a timer, a change of a state.
  ///
  /// - Parameters:
  ///   - fileID: The module and file that failures name; by default those of the call.
  ///   - filePath: The path that failures name; by default that of the call's file.
  ///   - line: The line that failures name; by default that of the call.
  ///   - column: The column that failures name; by default that of the call.
  public func record(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    storage.record((), at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// A closure to pass where a handler without an argument is wanted: each call records an event.
  public var handler: @Sendable () -> Void {
    { self.storage.record((), at: nil) }
  }
}
