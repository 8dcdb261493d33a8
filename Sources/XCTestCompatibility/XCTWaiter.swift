import Expectations
public import Foundation

/// Waits for expectations and returns a result, as XCTest's class of this name.
///
/// ```swift
/// let result = await XCTWaiter().fulfillment(of: [saved], timeout: 5)
/// ```
///
/// It records no failure, but that of a fulfillment too many if `assertForOverFulfill` is set: its caller judges the
/// result, or its delegate. The native form is `report(of:timeout:)`.
open class XCTWaiter: @unchecked Sendable {
  // Sendable: the lock is held for each access to the variables.

  /// How a wait ended.
  public enum Result: Int, Sendable {
    /// All expectations were fulfilled, and inverted ones were not.
    case completed = 1
    /// The time was over before all expectations were fulfilled.
    case timedOut
    /// The expectations were not fulfilled in the order of the list.
    case incorrectOrder
    /// An inverted expectation was fulfilled.
    case invertedFulfillment
    /// The time of an enclosing wait on the same thread was over.
    case interrupted
  }

  private let lock = NSLock()
  private weak var storedDelegate: (any XCTWaiterDelegate)?
  private var expectations: [XCTestExpectation] = []
  private var fulfilledAtEnd: [XCTestExpectation]?
  private var storedReport: WaitReport?
  private var hasWaited = false
  /// Whether the caller records the failure of the wait.
  private let isRecorded: Bool

  /// The object that is told why a wait failed.
  open var delegate: (any XCTWaiterDelegate)? {
    get { lock.withLock { storedDelegate } }
    set { lock.withLock { storedDelegate = newValue } }
  }

  /// The expectations of the wait that are fulfilled, in the order in which that happened.
  ///
  /// Those that are fulfilled after the wait are not among them.
  open var fulfilledExpectations: [XCTestExpectation] {
    lock.withLock { fulfilledAtEnd } ?? Self.fulfilled(of: lock.withLock { expectations })
  }

  /// Creates a waiter, for one wait.
  ///
  /// - Parameter delegate: The object that is told why a wait failed. The waiter does not keep it alive.
  public init(delegate: (any XCTWaiterDelegate)? = nil) { (storedDelegate, isRecorded) = (delegate, false) }

  init(isRecorded: Bool) { self.isRecorded = isRecorded }

  /// Blocks the calling thread until all expectations are fulfilled, or the time is over.
  ///
  /// On a thread with a run loop, it services the run loop.
  ///
  /// - Parameters:
  ///   - expectations: The expectations. An empty list is complete.
  ///   - timeout: How long to wait at most, in seconds. A value that is no number, or is negative, counts as 0.
  ///   - enforceOrder: Whether they must be fulfilled in the order of the list.
  ///
  /// - Returns: How the wait ended.
  @available(*, noasync, message: "Use await fulfillment(of:timeout:enforceOrder:) instead.")
  @discardableResult
  open func wait(
    for expectations: [XCTestExpectation], timeout: TimeInterval = .infinity, enforceOrder: Bool = false,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Result {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard let all = begin(expectations, at: site) else { return .completed }
    let outers = WaiterStack.push(self, for: Duration(timeInterval: timeout))
    let report = report(
      of: all, timeout: Duration(timeInterval: timeout), enforceOrder: enforceOrder,
      fileID: fileID, filePath: filePath, line: line, column: column)
    WaiterStack.pop()
    return end(all, report, inside: outers)
  }

  /// Suspends the calling task until all expectations are fulfilled, or the time is over.
  ///
  /// Unlike the waits of this package, and like XCTest's, it does not end when the task is canceled.
  ///
  /// - Parameters:
  ///   - expectations: The expectations. An empty list is complete.
  ///   - timeout: How long to wait at most, in seconds. A value that is no number, or is negative, counts as 0.
  ///   - enforceOrder: Whether they must be fulfilled in the order of the list.
  ///
  /// - Returns: How the wait ended.
  @discardableResult
  open func fulfillment(
    of expectations: [XCTestExpectation], timeout: TimeInterval = .infinity, enforceOrder: Bool = false,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> Result {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    guard let all = begin(expectations, at: site) else { return .completed }
    // Another task, which is not canceled with this one.
    let task = Task {
      await report(
        of: all, timeout: Duration(timeInterval: timeout), enforceOrder: enforceOrder,
        fileID: fileID, filePath: filePath, line: line, column: column)
    }
    return end(all, await task.value, inside: [])
  }

  /// Blocks the calling thread until all expectations are fulfilled, or the time is over.
  ///
  /// - Parameters:
  ///   - expectations: The expectations. An empty list is complete.
  ///   - timeout: How long to wait at most, in seconds. A value that is no number, or is negative, counts as 0.
  ///   - enforceOrder: Whether they must be fulfilled in the order of the list.
  ///
  /// - Returns: How the wait ended.
  @available(*, noasync, message: "Use await fulfillment(of:timeout:enforceOrder:) instead.")
  @discardableResult
  open class func wait(
    for expectations: [XCTestExpectation], timeout: TimeInterval = .infinity, enforceOrder: Bool = false,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Result {
    XCTWaiter().wait(
      for: expectations, timeout: timeout, enforceOrder: enforceOrder,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Suspends the calling task until all expectations are fulfilled, or the time is over.
  ///
  /// - Parameters:
  ///   - expectations: The expectations. An empty list is complete.
  ///   - timeout: How long to wait at most, in seconds. A value that is no number, or is negative, counts as 0.
  ///   - enforceOrder: Whether they must be fulfilled in the order of the list.
  ///
  /// - Returns: How the wait ended.
  @discardableResult
  open class func fulfillment(
    of expectations: [XCTestExpectation], timeout: TimeInterval = .infinity, enforceOrder: Bool = false,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> Result {
    await XCTWaiter().fulfillment(
      of: expectations, timeout: timeout, enforceOrder: enforceOrder,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Records the failure of the wait, if it failed, at its line.
  func recordFailure() { _ = lock.withLock { storedReport.take() }?.record() }

  // MARK: Begin and end

  /// Returns the expectations to wait for; nil if there are none. A mistake for which XCTest ends the process is a
  /// failure.
  private func begin(_ list: [XCTestExpectation], at site: CallSite) -> [XCTestExpectation]? {
    var seen: Set<XCTestExpectation> = []
    let all = list.filter { seen.insert($0).inserted }
    // The former values are released outside the lock.
    let (isSecond, held) = lock.withLock {
      let before = (hasWaited, (expectations, fulfilledAtEnd, storedReport))
      (hasWaited, expectations, fulfilledAtEnd, storedReport) = (true, all, nil, nil)
      return before
    }
    defer { withExtendedLifetime(held) {} }
    let test = all.first?.test ?? CallersTest()
    if isSecond { test.recordFailure("A waiter can wait only once", at: site) }
    for twice in Set(list.filter { expectation in list.count { $0 == expectation } > 1 }) {
      test.recordFailure("\"\(twice)\" stands more than once in the list of a wait", at: site)
    }
    for again in all.filter({ !$0.noteWait() }) {
      test.recordFailure("\"\(again)\" has been waited for before; only one wait can wait for it", at: site)
    }
    PendingExpectations.remove(all)
    guard !all.isEmpty else { return nil }
    for expectation in all { expectation.waitBegins() }
    return all
  }

  private func end(_ all: [XCTestExpectation], _ report: WaitReport, inside outers: [WaiterStack.Entry]) -> Result {
    for expectation in all { expectation.waitEnds() }
    let fulfilled = Self.fulfilled(
      of: all.indices.filter { report.expectations[$0].isComplete != all[$0].isInverted }.map { all[$0] })
    lock.withLock { (storedReport, fulfilledAtEnd) = (report, fulfilled) }
    let decisive = report.decisiveIndex.map { all[$0] }
    // A wait that fails only for an extra fulfillment records it itself, as does one whose failure is recorded.
    defer {
      if !report.isSuccess, report.outcome != .overFulfilled || decisive?.isInverted ?? false, !isRecorded,
        lock.withLock({ storedReport != nil })
      {
        recordExtras(of: all, report)
      }
    }
    switch report.outcome {
    case .completed:
      return .completed
    case .incorrectOrder:
      if let decisive, let required = report.awaitedIndex.map({ all[$0] }) {
        delegate?.waiter(self, fulfillmentDidViolateOrderingConstraintsFor: decisive, requiredExpectation: required)
      }
      return .incorrectOrder
    case .unexpectedFulfillment, .overFulfilled:
      guard let decisive, decisive.isInverted else {
        report.record()
        return .completed
      }
      delegate?.waiter(self, didFulfillInvertedExpectation: decisive)
      return .invertedFulfillment
    case .interrupted:
      let now = ContinuousClock.now
      if let outer = outers.first(where: { $0.end <= now }) ?? outers.last {
        delegate?.nestedWaiter(self, wasInterruptedByTimedOutWaiter: outer.waiter)
      }
      return .interrupted
    case .timedOut, .cannotComplete, .threw, .cancelled:
      let missing = all.filter { !$0.isInverted && !fulfilled.contains($0) }
      delegate?.waiter(self, didTimeoutWithUnfulfilledExpectations: missing)
      return .timedOut
    }
  }

  /// Records what was fulfilled too often, in a wait that fails for another reason.
  private func recordExtras(of all: [XCTestExpectation], _ report: WaitReport) {
    for (expectation, entry) in zip(all, report.expectations)
    where !expectation.isInverted && expectation.native.hasExtra {
      expectation.recordFailure("was fulfilled \(entry.fulfillmentCount) times, and not \(entry.allowedCount)")
    }
  }

  private static func fulfilled(of expectations: [XCTestExpectation]) -> [XCTestExpectation] {
    expectations.compactMap { expectation in expectation.native.orderOfCompletion.map { ($0, expectation) } }
      .sorted { $0.0 < $1.0 }.map(\.1)
  }
}

extension XCTWaiter: Equatable {
  /// Whether both are the same object.
  public static func == (one: XCTWaiter, other: XCTWaiter) -> Bool { one === other }
}

extension XCTWaiter: CustomStringConvertible {
  /// The descriptions of its expectations.
  public var description: String {
    let names = lock.withLock { expectations }.map { "'\($0)'" }.joined(separator: ", ")
    return "<XCTWaiter expectations: \(names)>"
  }
}

/// The waiters whose blocking waits are live on the calling thread, the outermost first.
enum WaiterStack {
  struct Entry {
    let waiter: XCTWaiter
    let end: ContinuousClock.Instant
  }

  // Unsafe: the lock is held for each access.
  nonisolated(unsafe) private static var entries: [ObjectIdentifier: [Entry]] = [:]
  private static let lock = NSLock()

  /// Adds a waiter, and returns the enclosing ones.
  static func push(_ waiter: XCTWaiter, for timeout: Duration) -> [Entry] {
    let thread = ObjectIdentifier(Thread.current)
    return lock.withLock {
      let outers = entries[thread] ?? []
      entries[thread] = outers + [Entry(waiter: waiter, end: .now + timeout)]
      return outers
    }
  }

  static func pop() {
    let thread = ObjectIdentifier(Thread.current)
    lock.withLock {
      entries[thread]?.removeLast()
      if entries[thread]?.isEmpty ?? false { entries[thread] = nil }
    }
  }
}

extension Duration {
  /// Any number of seconds: what is no number, or is negative, is 0, and more than a century is a century.
  init(timeInterval: TimeInterval) {
    self = timeInterval > 0 ? .seconds(min(timeInterval, 3.2e9)) : .zero
  }
}
