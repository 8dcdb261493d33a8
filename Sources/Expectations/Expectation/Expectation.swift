import ExpectationsBeforeTests

/// Something that a test expects to happen, and the value that it delivers.
///
/// Create an expectation before the asynchronous work starts, fulfill it where the work ends, and wait for it:
///
/// ```swift
/// let saved = Expectation("document saved", of: Bool.self)
/// document.save(to: url) { saved.fulfill($0) }
/// #expect(try await saved.wait(timeout: .seconds(5)))
/// ```
///
/// `count` says how often the expectation must be fulfilled:
///
/// | `count` | the wait ends | further fulfillments |
/// |---|---|---|
/// | `1` (default), `n` | when the nth comes | the (n+1)th is a failure |
/// | `n...` | when the nth comes | are allowed |
/// | `a...b` | when the ath comes | are allowed up to the bth; the next is a failure |
/// | `0` | after the whole timeout; fails at once when one comes | each one before or during a wait is a failure |
/// | `0...b` | after the whole timeout; fails at once when the (b+1)th comes | the (b+1)th is the same failure |
///
/// If the expectation must not happen, a fulfillment after the wait is no failure. For "not yet", use
/// `expectNone(for:)`.
///
/// A count that no number of fulfillments can meet is a failure where the expectation is created. It is also a failure
/// if no test has waited for an expectation or read its values when it is released, or when the run ends.
///
/// Any thread can fulfill an expectation, before, during and after a wait, and a test can wait for it more than once.
/// The expectation belongs to the test that created it: the library records all of its problems there. An expectation
/// that is created on a thread or in a detached task belongs to no test of Swift Testing. If that code also waits for
/// it, a failure fails the run, but no test.
///
/// Swift Testing also has a type named `Expectation`. A file that imports Swift Testing and names the type writes
/// ``AsyncExpectation``, for example `let saved: AsyncExpectation<Bool>`.
public final class Expectation<Value: Sendable>: Waitable, @unchecked Sendable {
  // Sendable: the variable is accessed only under the lock of the engine, so no accesses overlap.
  let base: AnyExpectation
  /// The values of all fulfillments; empty for `Void`, which has only one.
  @exclusivity(unchecked) private(set) var storedValues: [Value] = []
  /// What fulfills it; it lives as long. It is set before the expectation is shared.
  @exclusivity(unchecked) var source: AnyObject?

  public var waitTarget: WaitTarget { WaitTarget(expectation: base) }

  init(_ base: AnyExpectation) { self.base = base }

  // Not `isEmpty`, which is looked up at run time in a generic class.
  deinit { if storedValues.count > 0 { Living.remove(self) } }

  /// Expects exactly `count` fulfillments, each with a value of type `type`.
  ///
  /// - Parameters:
  ///   - description: The expected event, for the failure text: "document saved".
  ///   - type: The type of the values.
  ///   - count: How often; `0` means that it must not happen.
  public convenience init(
    _ description: String, of type: Value.Type, count: Int = 1,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    self.init(
      AnyExpectation(
        description, FulfillmentCount(exactly: count),
        createdAt: .at(fileID, filePath, line, column),
        defect: FulfillmentCount.defect(of: count)))
  }

  /// Expects as many fulfillments as `count` allows, each with a value of type `type`.
  ///
  /// - Parameters:
  ///   - description: The expected event, for the failure text: "progress reported".
  ///   - type: The type of the values.
  ///   - count: How often: `2...` at least twice, `1...3` once to three times, `0...2` at most twice, in which case a
  ///     wait lasts its whole timeout.
  public convenience init(
    _ description: String, of type: Value.Type, count: some RangeExpression<Int> & Sequence<Int>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    self.init(
      AnyExpectation(
        description, FulfillmentCount(count),
        createdAt: .at(fileID, filePath, line, column),
        defect: FulfillmentCount.defect(of: count)))
  }

  /// The values that the expectation has been fulfilled with so far, in order. A test that reads them need not wait.
  public var values: [Value] {
    Engine.withLock { state in
      state.machine.expectations[base.key].isRead = true
      if let nothing = Self.onlyValue {
        return Array(repeating: nothing, count: state.machine.expectations[base.key].count)
      }
      return storedValues
    }
  }

  /// How often it has been fulfilled so far, with values and with errors. A test that reads it need not wait.
  public var fulfillmentCount: Int { base.count }

  // MARK: Fulfilling

  /// Fulfills the expectation with `value`.
  ///
  /// Callable from any thread, before, during and after a wait. It never blocks and never traps; when it returns, the
  /// fulfillment counts. A fulfillment beyond the allowed count is a failure at its own line.
  public func fulfill(
    _ value: Value,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    deliver(.success(value), at: .at(fileID, filePath, line, column))
  }

  /// Fulfills the expectation with an error: the wait ends at once, and throws the error if it can throw.
  ///
  /// A wait that returns a `Bool` records the error as its failure. To expect the error, call `failure(timeout:)`.
  public func fulfill(
    throwing error: any Error,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    deliver(.failure(error), at: .at(fileID, filePath, line, column))
  }

  /// Fulfills the expectation with the value of `result`, or with its error.
  public func fulfill<E: Error>(
    with result: Result<Value, E>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    deliver(result.mapError { $0 }, at: .at(fileID, filePath, line, column))
  }

  /// Fulfills the expectation once; `site` is nil when a handler was called.
  func deliver(_ result: Result<Value, any Error>, at site: CallSite?) {
    switch result {
    case .success(let value):
      var isFirst = false
      base.fulfill(at: site) {
        guard Self.onlyValue == nil else { return }
        isFirst = storedValues.count == 0
        storedValues.append(value)
      }
      if isFirst { Living.add(self) }
    case .failure(let error): base.fulfill(at: site, with: error) {}
    }
  }
}

extension Expectation: CustomStringConvertible {
  /// The description of the expected event.
  public var description: String { Engine.withLock { _ in base.title } }
}

extension Expectation where Value == Void {
  /// Expects exactly `count` fulfillments without a value: see the form with a type.
  public convenience init(
    _ description: String, count: Int = 1,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    self.init(
      description, of: Void.self, count: count, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Expects as many fulfillments without a value as `count` allows: see the form with a type.
  public convenience init(
    _ description: String, count: some RangeExpression<Int> & Sequence<Int>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    self.init(
      description, of: Void.self, count: count, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Fulfills the expectation, like the form that takes a value.
  public func fulfill(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    base.fulfill(at: .at(fileID, filePath, line, column)) {}
  }
}
