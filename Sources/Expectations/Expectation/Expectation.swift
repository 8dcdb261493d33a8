public import Dispatch
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
public final class Expectation<Value: Sendable>: Waitable, AnyExpectation, @unchecked Sendable {
  // Sendable: the variables are accessed only under the lock of the engine, and by `deinit`.
  /// Changes only before the first wait, and under the lock.
  private(set) var title: String
  let createdAt: CallSite
  let createdInstant: MonotonicInstant
  /// Changes only before the first wait, and under the lock.
  private(set) var bounds: FulfillmentBounds
  let queue: FulfillmentQueue?
  let observation: (any WaitObservation)?
  let host: any TestHost
  /// The key in the machine; nil until the first event of this expectation.
  private var key: SlotKey?
  private var storedValues: TinyArray<Value> = TinyArray()
  private var storedError: (any Error)?
  /// nil until the first handler is made.
  private var tracker: HandlerTracker?
  private var ticket = LiveExpectations.Ticket.none

  public var waitTarget: WaitTarget { WaitTarget(expectation: self) }

  /// - `isOfTest`: Whether the test must wait for it; false for an expectation of the library itself.
  /// - `calledAt`: The line of the call that needs the expectation, if `createdAt` is the line of the object that it
  ///   belongs to.
  init(
    _ title: String, bounds: FulfillmentBounds, queue: FulfillmentQueue? = nil,
    observation: (any WaitObservation)? = nil, createdAt: CallSite, calledAt: CallSite? = nil,
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
      let place = calledAt == nil ? nil : createdAt
      let finding = ExpectationFinding.impossibleCount(title, defect: defect, createdAt: place)
      host.record(Problem(finding, at: calledAt ?? createdAt))
    }
    ticket = LiveExpectations.add(self, of: host, isOfTest ? .ofTest : .ofCall)
    if observation != nil { LastingObjects.add(self) }
  }

  deinit {
    LiveExpectations.remove(ticket)
    if observation != nil || tracker != nil { LastingObjects.remove(ObjectIdentifier(self)) }
    // No other reference exists that could access the key.
    if host === SilentHost.shared {
      if let key { Engine.withLock { $0.machine.discard(key) } }
    } else if let key {
      let remaining = Engine.withLock { $0.machine.release(key) }
      if let remaining { recordRemaining(remaining) }
    } else {
      recordRemaining(ExpectationState(bounds: bounds))
    }
  }

  /// Expects exactly `count` fulfillments, each with a value of type `type`.
  ///
  /// - Parameters:
  ///   - description: The expected event, for the failure text: "document saved".
  ///   - type: The type of the values.
  ///   - count: How often; `0` means that it must not happen.
  ///   - queue: The serial queue that will fulfill it, if that is certain. A blocking wait on that queue then fails at
  ///     once instead of timing out.
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
  ///   - description: The expected event, for the failure text: "progress reported".
  ///   - type: The type of the values.
  ///   - count: How often: `2...` at least twice, `1...3` once to three times, `0...2` at most twice, in which case a
  ///     wait lasts its whole timeout.
  ///   - queue: The serial queue that will fulfill it, if that is certain. A blocking wait on that queue then fails at
  ///     once instead of timing out.
  public convenience init(
    _ description: String, of type: Value.Type, count: some RangeExpression<Int> & Sequence<Int>,
    fulfilledOn queue: DispatchQueue? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    self.init(
      description, bounds: FulfillmentBounds(count), queue: queue.map(FulfillmentQueue.init),
      createdAt: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// The values that the expectation has been fulfilled with so far, in order.
  ///
  /// Reading the values is enough: the test need not also wait for the expectation.
  public var values: [Value] {
    Engine.withLock { state in
      markRead(in: &state)
      return Array(storedValues)
    }
  }

  /// How often the expectation has been fulfilled so far, with values and with errors.
  ///
  /// Reading the count is enough: the test need not also wait for the expectation.
  public var fulfillmentCount: Int {
    Engine.withLock { state in
      markRead(in: &state)
      return self.state(in: &state).count
    }
  }

  // MARK: Fulfilling

  /// Fulfills the expectation with `value`.
  ///
  /// Callable from any thread, before, during and after a wait. It never blocks and never traps; when it returns, the
  /// fulfillment counts. A fulfillment beyond the allowed count is a failure at its own line.
  ///
  /// - Parameter value: The value that the work delivers.
  public func fulfill(
    _ value: Value,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    deliver(.success(value), at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Fulfills the expectation with an error: the wait ends at once, and throws the error if it can throw.
  ///
  /// A wait that returns a `Bool` records the error as its failure. To expect the error, call
  /// ``failure(timeout:clock:isolation:fileID:filePath:line:column:)``.
  ///
  /// - Parameter error: The error that the wait throws.
  public func fulfill(
    throwing error: any Error,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    deliver(.failure(error), at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Fulfills the expectation with the value of `result`, or with its error.
  ///
  /// - Parameter result: The value that the work delivers, or its error.
  public func fulfill<E: Error>(
    with result: Result<Value, E>,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    deliver(result.mapError { $0 }, at: site)
  }

  /// Fulfills the expectation once; `site` is nil when a handler was called.
  func deliver(_ result: Result<Value, any Error>, at site: CallSite?) {
    let thread = ThreadLabel.current
    let action = Engine.withLock { state in
      let isError = keep(result)
      return state.fulfill(key(in: &state), at: FulfillmentPlace(site: site, thread: thread), isError: isError)
    }
    action.wake()
    if expectations_is_listened() { Wait.observer.noteFulfillment(of: self) }
    if let stray = action.stray { record(stray) }
  }

  /// Keeps the value or the error of a fulfillment, but only the first error. Returns whether it is an error.
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

  /// The value of the fulfillment that completed the expectation, which must be complete.
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

  static func makeUnheld() -> any AnyExpectation {
    let site = CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
    return Expectation(
      "", bounds: FulfillmentBounds(1...), createdAt: site, host: SilentHost.shared, isOfTest: false)
  }

  var kept: [Any] {
    Engine.withLock { _ in Array(storedValues) as [Any] + (storedError.map { [$0] } ?? []) }
  }

  func takeError() -> (any Error)? {
    Engine.withLock { state in
      if let key, storedError != nil { state.machine.markErrorReported(key) }
      return storedError
    }
  }

  /// Changes what it is called, and how often it must be fulfilled. Returns false, and changes nothing, after the first
  /// wait.
  func change(title newTitle: String? = nil, bounds newBounds: FulfillmentBounds? = nil) -> Bool {
    Engine.withLock { state in
      guard self.state(in: &state).mayChangeBounds else { return false }
      if let newTitle { title = newTitle }
      if let newBounds {
        state.machine.changeBounds(of: key(in: &state), to: newBounds)
        bounds = newBounds
      }
      return true
    }
  }

  // MARK: Handlers

  /// Returns an object that a new handler keeps, so that the tracker learns of the release of the handler.
  func makeHandlerToken() -> HandlerTracker.Token {
    let fresh = HandlerTracker()
    let used = Engine.withLock { _ in
      let used = tracker ?? fresh
      tracker = used
      return used
    }
    if used === fresh { LastingObjects.add(self) }
    return used.makeToken()
  }

  var handlers: HandlerTracker? { Engine.withLock { _ in tracker } }
}

extension Expectation: CustomStringConvertible {
  /// The description of the expected event.
  public var description: String { title }
}

/// Another name for ``Expectation``, for files that import Swift Testing, which also has a type of that name.
///
/// ```swift
/// @Suite struct DocumentTests {
///   let saved: AsyncExpectation<Bool> = Expectation("document saved", of: Bool.self)
/// }
/// ```
///
/// Only a file that names the type needs this name; the compiler resolves a call such as `Expectation("document saved",
/// of: Bool.self)` by itself.
public typealias AsyncExpectation<Value: Sendable> = Expectation<Value>
