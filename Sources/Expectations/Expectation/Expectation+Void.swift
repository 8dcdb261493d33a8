public import Dispatch

extension Expectation where Value == Void {
  /// Expects exactly `count` fulfillments.
  ///
  /// - Parameters:
  ///   - description: The expected event, for the failure text: "view appeared".
  ///   - count: How often; `0` means that it must not happen.
  ///   - queue: The serial queue that will fulfill it, if that is certain. A blocking wait on that queue then fails at
  ///     once instead of timing out.
  public convenience init(
    _ description: String, count: Int = 1, fulfilledOn queue: DispatchQueue? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    self.init(
      description, of: Void.self, count: count, fulfilledOn: queue,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Expects as many fulfillments as `count` allows.
  ///
  /// - Parameters:
  ///   - description: The expected event, for the failure text: "retried".
  ///   - count: How often: `2...` at least twice, `1...3` once to three times, `0...2` at most twice, in which case a
  ///     wait lasts its whole timeout.
  ///   - queue: The serial queue that will fulfill it, if that is certain. A blocking wait on that queue then fails at
  ///     once instead of timing out.
  public convenience init(
    _ description: String, count: some RangeExpression<Int> & Sequence<Int>, fulfilledOn queue: DispatchQueue? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    self.init(
      description, of: Void.self, count: count, fulfilledOn: queue,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Fulfills the expectation.
  ///
  /// Callable from any thread, before, during and after a wait, like
  /// ``Expectation/fulfill(_:fileID:filePath:line:column:)``.
  public func fulfill(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    deliver(.success(()), at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// An event for which the library itself waits. The wait is like a test's: it services run loops, ends when its task is
/// canceled, and has a deadline. Tests do not see the event. It may be sent any number of times; only the first
/// counts.
final class InternalEvent: Sendable {
  let expectation: Expectation<Void>

  init(_ description: String, at site: CallSite) {
    expectation = Expectation(
      description, bounds: FulfillmentBounds(1...), queue: nil, createdAt: site, host: SilentHost.shared)
  }

  func send() {
    Engine.withLock { state in
      state.fulfill(
        expectation.key(in: &state), at: FulfillmentPlace(site: nil, thread: .unknown), countsSurplus: false)
    }.wake()
  }
}
