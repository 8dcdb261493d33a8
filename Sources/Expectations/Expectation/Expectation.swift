public import Dispatch

/// Something that a test expects to happen, and the value that it delivers.
///
/// Create it before starting the asynchronous work, fulfill it from wherever the work ends, and wait for it:
///
/// ```swift
/// let saved = Expectation("document saved", of: Bool.self)
/// document.save(to: url) { saved.fulfill($0) }
/// #expect(try await saved.wait(timeout: .seconds(5)))
/// ```
///
/// `count` says how often it must be fulfilled:
///
/// | `count` | the wait ends | fulfillments beyond |
/// |---|---|---|
/// | `1` (default), `n` | as soon as n are in | the (n+1)th is a failure |
/// | `n...` | as soon as n are in | are allowed |
/// | `a...b` | as soon as a are in | are allowed up to b, the next is a failure |
/// | `0` | after the whole timeout, or at once, failing, on the first | every one before and during a wait is a failure |
/// | `0...b` | after the whole timeout, or at once, failing, on the (b+1)th | the same for the (b+1)th |
///
/// What comes after the wait for what must not happen is no problem. "Not yet" is `expectNone(for:)`.
///
/// A count that cannot be met is a failure where the expectation is created. So is an expectation that goes away
/// although no test waited for it or looked at its values.
///
/// An expectation can be fulfilled from any thread, before, during and after a wait, and can be waited for more than
/// once. It belongs to the test that created it: whatever is found out later is recorded there. What is created on a
/// thread or in a detached task belongs to no test of Swift Testing; waited for there as well, its failure fails the
/// run, but no test.
///
/// Swift Testing has a type of this name, too. A file that imports it and names the type writes ``AsyncExpectation``,
/// as in `let saved: AsyncExpectation<Bool>`.
public final class Expectation<Value: Sendable>: Waitable, AnyExpectation, @unchecked Sendable {
  // Sendable: the variables are touched only under the lock of the engine, and by `deinit`.
  let title: String
  let createdAt: CallSite
  let createdInstant: Instant
  let bounds: FulfillmentBounds
  let queue: FulfillmentQueue?
  let observation: (any WaitObservation)?
  let host: any TestHost
  /// Its key in the machine; nil until something happens to it.
  private var key: SlotKey?
  private var storedValues: TinyArray<Value> = TinyArray()
  private var storedError: (any Error)?
  /// nil as long as no handler has been made.
  private var handlers: HandlerTracker?

  public var waitTarget: WaitTarget { WaitTarget(expectation: self) }

  /// - `isOfTest`: Whether the test has to wait for it; false for what the library itself waits for.
  /// - `askedAt`: Where it was asked for, when `createdAt` says where that was created which it belongs to.
  init(
    _ title: String, bounds: FulfillmentBounds, queue: FulfillmentQueue? = nil,
    observation: (any WaitObservation)? = nil, createdAt: CallSite, askedAt: CallSite? = nil,
    host: any TestHost = TestHosts.current, isOfTest: Bool = true
  ) {
    self.title = title
    self.createdAt = createdAt
    self.bounds = bounds
    self.queue = queue
    self.observation = observation
    self.host = host
    createdInstant = MonotonicClock.now()
    if let defect = bounds.defect {
      let place = askedAt == nil ? nil : createdAt
      let finding = ExpectationFinding.impossibleCount(title, defect: defect, createdAt: place)
      host.record(Problem(finding, at: askedAt ?? createdAt))
    }
    if isOfTest { host.noteMade(self) }
  }

  deinit {
    // No other reference is left through which the key could be touched.
    if host === SilentHost.shared {
      if let key { Engine.withLockReleasingWaiters { $0.machine.releaseSilently(key) } }
    } else if let key {
      let remaining = Engine.withLockReleasingWaiters { $0.machine.release(key) }
      if let remaining { reportRemaining(remaining) }
    } else {
      reportRemaining(ExpectationState(bounds: bounds))
    }
  }

  /// Expects exactly `count` fulfillments, each with a value of type `type`.
  ///
  /// - Parameters:
  ///   - description: What is expected to happen, for the failure text: "document saved".
  ///   - type: The type of the values.
  ///   - count: How often; `0` means that it must not happen at all.
  ///   - queue: The serial queue on which it will be fulfilled, if that is certain. A blocking wait on that queue then
  ///     fails at once instead of running out of time.
  ///   - fileID: The module and file that failures name; by default those of the call.
  ///   - filePath: The path that failures name; by default that of the call's file.
  ///   - line: The line that failures name; by default that of the call.
  ///   - column: The column that failures name; by default that of the call.
  public convenience init(
    _ description: String, of type: Value.Type, count: Int = 1, fulfilledOn queue: DispatchQueue? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    self.init(
      description, bounds: FulfillmentBounds(exactly: count), queue: queue.map(FulfillmentQueue.init),
      createdAt: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Expects as many fulfillments as `count` allows, each with a value of type `type`.
  ///
  /// - Parameters:
  ///   - description: What is expected to happen, for the failure text: "progress reported".
  ///   - type: The type of the values.
  ///   - count: How often: `2...` at least twice, `1...3` once to three times, `0...2` at most twice, for which a wait
  ///     lasts its whole timeout.
  ///   - queue: The serial queue on which it will be fulfilled, if that is certain. A blocking wait on that queue then
  ///     fails at once instead of running out of time.
  ///   - fileID: The module and file that failures name; by default those of the call.
  ///   - filePath: The path that failures name; by default that of the call's file.
  ///   - line: The line that failures name; by default that of the call.
  ///   - column: The column that failures name; by default that of the call.
  public convenience init(
    _ description: String, of type: Value.Type, count: some RangeExpression<Int> & Sequence<Int>,
    fulfilledOn queue: DispatchQueue? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    self.init(
      description, bounds: FulfillmentBounds(count), queue: queue.map(FulfillmentQueue.init),
      createdAt: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// The values that it has been fulfilled with so far, in order.
  ///
  /// Reading them counts as looking at the expectation: it need not be waited for then.
  public var values: [Value] {
    Engine.withLock { state in
      markRead(in: &state)
      return Array(storedValues)
    }
  }

  /// How often it has been fulfilled so far, with values and with errors.
  ///
  /// Reading it counts as looking at the expectation: it need not be waited for then.
  public var fulfillmentCount: Int {
    Engine.withLock { state in
      markRead(in: &state)
      return self.state(in: &state).count
    }
  }

  // MARK: Fulfilling

  /// Says that it has happened, with `value`.
  ///
  /// Callable from any thread, before, during and after a wait. It never blocks and never traps: once it returns, it
  /// has happened. One fulfillment too many is a failure on the line that makes it.
  ///
  /// - Parameters:
  ///   - value: What the work has delivered.
  ///   - fileID: The module and file that failures name; by default those of the call.
  ///   - filePath: The path that failures name; by default that of the call's file.
  ///   - line: The line that failures name; by default that of the call.
  ///   - column: The column that failures name; by default that of the call.
  public func fulfill(
    _ value: Value,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    deliver(.success(value), at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Says that it has failed: the wait ends at once, and throws the error if it can throw.
  ///
  /// A wait that returns a `Bool` records the error as its failure, and
  /// ``failure(timeout:clock:isolation:fileID:filePath:line:column:)`` expects it.
  ///
  /// - Parameters:
  ///   - error: What the wait throws.
  ///   - fileID: The module and file that failures name; by default those of the call.
  ///   - filePath: The path that failures name; by default that of the call's file.
  ///   - line: The line that failures name; by default that of the call.
  ///   - column: The column that failures name; by default that of the call.
  public func fulfill(
    throwing error: any Error,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    deliver(.failure(error), at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Fulfills it with the value of `result`, or with its error.
  ///
  /// - Parameters:
  ///   - result: What the work has delivered, or its error.
  ///   - fileID: The module and file that failures name; by default those of the call.
  ///   - filePath: The path that failures name; by default that of the call's file.
  ///   - line: The line that failures name; by default that of the call.
  ///   - column: The column that failures name; by default that of the call.
  public func fulfill<E: Error>(
    with result: Result<Value, E>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    deliver(result.mapError { $0 }, at: site)
  }

  /// One fulfillment, from a call site or, when a handler was called, from none.
  func deliver(_ result: Result<Value, any Error>, at site: CallSite?) {
    let thread = ThreadLabel.current
    let action = Engine.withLock { state in
      let isError = keep(result)
      return state.fulfill(key(in: &state), at: FulfillmentPlace(site: site, thread: thread), isError: isError)
    }
    action.wake()
    if let stray = action.stray { report(stray) }
  }

  /// Keeps what it is fulfilled with. Returns whether that is an error, of which only the first is kept.
  private func keep(_ result: Result<Value, any Error>) -> Bool {
    switch result {
    case .success(let value):
      storedValues.append(value)
      return false
    case .failure(let error):
      storedError = storedError ?? error
      return true
    }
  }

  /// The value of the fulfillment that completed it. Only for an expectation that a wait found complete.
  var completingValue: Value {
    Engine.withLock { _ in storedValues[bounds.lower - 1] }
  }

  // MARK: Waiting

  func key(in state: inout EngineState) -> SlotKey {
    if let key { return key }
    let fresh = state.machine.register(bounds)
    key = fresh
    return fresh
  }

  func takeError() -> (any Error)? {
    Engine.withLock { state in
      if let key, storedError != nil { state.machine.markErrorReported(key) }
      return storedError
    }
  }

  // MARK: Handlers

  /// What a new handler keeps.
  func holdForHandler() -> HandlerTracker.Hold {
    let fresh = HandlerTracker()
    return Engine.withLock { _ in
      let count = handlers ?? fresh
      handlers = count
      return count
    }.hold()
  }

  var handlersReleasedAt: Instant? { Engine.withLock { _ in handlers }?.goneAt }

  var hasUncalledHandler: Bool { Engine.withLock { _ in handlers }?.isHeldUncalled ?? false }
}

extension Expectation: CustomStringConvertible {
  /// What is expected to happen.
  public var description: String { title }
}

extension Expectation where Value == Void {
  /// Expects exactly `count` fulfillments.
  ///
  /// - Parameters:
  ///   - description: What is expected to happen, for the failure text: "view appeared".
  ///   - count: How often; `0` means that it must not happen at all.
  ///   - queue: The serial queue on which it will be fulfilled, if that is certain. A blocking wait on that queue then
  ///     fails at once instead of running out of time.
  ///   - fileID: The module and file that failures name; by default those of the call.
  ///   - filePath: The path that failures name; by default that of the call's file.
  ///   - line: The line that failures name; by default that of the call.
  ///   - column: The column that failures name; by default that of the call.
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
  ///   - description: What is expected to happen, for the failure text: "retried".
  ///   - count: How often: `2...` at least twice, `1...3` once to three times, `0...2` at most twice, for which a wait
  ///     lasts its whole timeout.
  ///   - queue: The serial queue on which it will be fulfilled, if that is certain. A blocking wait on that queue then
  ///     fails at once instead of running out of time.
  ///   - fileID: The module and file that failures name; by default those of the call.
  ///   - filePath: The path that failures name; by default that of the call's file.
  ///   - line: The line that failures name; by default that of the call.
  ///   - column: The column that failures name; by default that of the call.
  public convenience init(
    _ description: String, count: some RangeExpression<Int> & Sequence<Int>, fulfilledOn queue: DispatchQueue? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    self.init(
      description, of: Void.self, count: count, fulfilledOn: queue,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Says that it has happened.
  ///
  /// Callable from any thread, before, during and after a wait, as
  /// ``Expectation/fulfill(_:fileID:filePath:line:column:)`` is.
  ///
  /// - Parameters:
  ///   - fileID: The module and file that failures name; by default those of the call.
  ///   - filePath: The path that failures name; by default that of the call's file.
  ///   - line: The line that failures name; by default that of the call.
  ///   - column: The column that failures name; by default that of the call.
  public func fulfill(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    deliver(.success(()), at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// Another name for ``Expectation``, for files that import Swift Testing, which has a type of that name, too.
///
/// ```swift
/// @Suite struct DocumentTests {
///   let saved: AsyncExpectation<Bool> = Expectation("document saved", of: Bool.self)
/// }
/// ```
///
/// Only where the type is named there is a choice to make; a call as in `Expectation("document saved", of: Bool.self)`
/// finds the right one by itself.
public typealias AsyncExpectation<Value: Sendable> = Expectation<Value>
