/// A type whose values a test can wait for.
///
/// ``Expectation`` is one. A type that holds an expectation conforms by returning its target:
///
/// ```swift
/// struct UploadSpy: Waitable {
///   let uploaded = Expectation("uploaded", of: URL.self)
///   var waitTarget: WaitTarget { uploaded.waitTarget }
/// }
/// ```
///
/// In a module whose declarations belong to the main actor by default, write `nonisolated struct UploadSpy: Waitable`.
public protocol Waitable: Sendable {
  /// The target of the wait.
  var waitTarget: WaitTarget { get }
}

/// An opaque handle to an expectation for waits. Get it from an ``Expectation``.
public struct WaitTarget: Sendable {
  let expectation: AnyExpectation
}

/// An expectation without the type of its values, as waits and reports need it. It is in the engine's table from its
/// creation until its release.
final class AnyExpectation: @unchecked Sendable {
  // Sendable: the variables are accessed only under the lock of the engine, so no accesses overlap.
  let origin: Origin
  let key: TableKey
  @exclusivity(unchecked) private var error: (any Error)?
  @exclusivity(unchecked) private var tracker: HandlerTracker?

  var title: String { origin.title }
  var createdAt: CallSite { origin.createdAt }
  var host: any TestHost { origin.host }

  /// - Parameter defect: Why no number of fulfillments can meet the count, if none can.
  init(
    _ title: String, _ bounds: FulfillmentCount, createdAt: CallSite, host: any TestHost = TestHosts.ofNew,
    role: Origin.Role = .ofTest, defect: @autoclosure () -> String = ""
  ) {
    let origin = Origin(
      title, createdAt: createdAt, host: host, role: role, defect: bounds.isPossible ? "" : defect())
    key = Engine.withLock { $0.machine.expectations.insert(ExpectationState(origin: origin, bounds: bounds)) }
    self.origin = consume origin
    if !bounds.isPossible { reportDefect() }
  }

  @inline(never)
  private func reportDefect() { host.record(.impossibleCount(of: title, defect: origin.defect, at: createdAt)) }

  deinit {
    guard let state = Engine.withLock({ $0.machine.expectations.remove(key) }) else { return }
    guard origin.role == .ofTest else { return }
    // A test may release what a property of its test case holds, which no test created.
    var host: any TestHost { origin.host.orCurrentIfNone }
    if state.hasUnreportedExtra, let extra = state.extra {
      host.record(.extra(of: origin, extra, waitedAt: nil, by: nil))
    }
    if let problem = state.missingWait, !host.hasStopped { host.record(problem) }
  }

  // MARK: Fulfilling

  /// Fulfills the expectation once.
  ///
  /// - Parameters:
  ///   - site: The line of the call; nil when a handler was called.
  ///   - keep: Keeps the value, under the engine's lock.
  @inline(__always)
  func fulfill(at site: CallSite?, with error: (any Error)? = nil, _ keep: () -> Void) {
    let thread = ThreadLabel.current
    let action = Engine.withLock { state in
      keep()
      if self.error == nil { self.error = error }
      return state.perform { machine, now in
        machine.fulfill(key, Fulfillment(time: now, site: site, thread: thread, isError: error != nil))
      }
    }
    action.wake()
    if let stray = action.stray { record(stray) }
    if RunObservers.current != nil { Wait.tellProgress(of: self) }
  }

  /// Records a fulfillment that no wait judges, in the call that fulfills.
  @inline(never)
  private func record(_ stray: StrayFulfillment) {
    switch stray {
    case .extra(let extra, let wait):
      host.orCurrentIfNone.record(
        .extra(of: origin, extra, waitedAt: wait.object?.site, by: TestHosts.nameOfCaller(otherThan: host)))
    case .late(let fulfillment, let wait, let completes):
      guard let wait = wait.object as? Wait else { return }
      host.record(.late(title, fulfillment, after: wait, completes: completes))
    }
  }

  // MARK: For waits

  /// Returns the error of a fulfillment, which the caller then throws or records, if it handles the error.
  func takeError(isHandled: Bool) -> (any Error)? {
    Engine.withLock { state in
      if isHandled, error != nil { state.machine.expectations[key].isErrorReported = true }
      return error
    }
  }

  /// Notes that no test need wait for it.
  func dismiss() { Engine.withLock { $0.machine.expectations[key].isRead = true } }

  /// How often it has been fulfilled, which the test has then seen.
  var count: Int {
    Engine.withLock { state in
      state.machine.expectations[key].isRead = true
      return state.machine.expectations[key].count
    }
  }

  // MARK: Handlers

  /// Returns an object that a new handler keeps, so that the tracker learns of the release of the handler.
  func makeHandlerToken() -> HandlerTracker.Token {
    let fresh = HandlerTracker(of: origin)
    let used = Engine.withLock { _ in
      let used = tracker ?? fresh
      tracker = used
      return used
    }
    if used === fresh { Living.add(used) }
    return used.makeToken()
  }

  /// Tracks its handlers; nil if none was made.
  var handlers: HandlerTracker? { Engine.withLock { _ in tracker } }

  /// Changes what it is called, and how often it must be fulfilled. Returns false, and changes nothing, after the first
  /// wait.
  func change(title: String? = nil, bounds: FulfillmentCount? = nil) -> Bool {
    Engine.withLock { state in
      guard state.machine.expectations[key].mayChangeBounds else { return false }
      if let title { origin.title = title }
      if let bounds { state.machine.expectations[key].changeBounds(to: bounds) }
      return true
    }
  }
}

extension ExpectationState {
  /// The problem that no test has waited for it, or that all its waits were canceled; nil for none.
  var missingWait: Problem? {
    guard isNeverAwaited, let origin else { return nil }
    guard let wait = lastWait?.object else { return .neverAwaited(origin, count: count) }
    return .onlyCancelled(origin, count: count, at: wait.site)
  }

  /// Returns that problem, which then counts as reported.
  mutating func takeMissingWait() -> Problem? {
    let problem = missingWait
    if problem != nil { isRead = true }
    return problem
  }

  /// Returns the problem of an extra fulfillment that nothing has reported, and that then counts as reported.
  mutating func takeStrayExtra() -> Problem? {
    guard memberships.isEmpty, let origin, let extra = takeExtra() else { return nil }
    return .extra(of: origin, extra, waitedAt: nil, by: nil)
  }

  /// The fulfillment that completed it, if it is still known.
  var completion: Fulfillment? { history.kept.first { $0.time == completedAt } }
}

/// Tracks the handlers of one expectation. When all of them are released and none was called, no handler can fulfill
/// the expectation anymore.
final class HandlerTracker: LivingObject {
  private struct State {
    var liveCount = 0
    var wasCalled = false
    var release: (time: Instant, thread: ThreadLabel)?
  }

  private let origin: Origin
  private let state = Locked(State())

  init(of origin: Origin) { self.origin = origin }

  deinit { Living.remove(self) }

  var host: any TestHost { origin.host }

  var ongoing: String? {
    guard state.withLock({ $0.liveCount > 0 }) else { return nil }
    return "a handler of \"\(Engine.withLock { _ in origin.title })\", created at \(origin.createdAt), is still held"
  }

  /// Says that your code still holds the handlers, or has released them without a call; nil if it has called one, or
  /// made none.
  func description(since began: Instant) -> String? {
    let (handlers, title) = (state.withLock { $0 }, Engine.withLock { _ in origin.title })
    guard !handlers.wasCalled else { return nil }
    if handlers.liveCount > 0 { return "the handler of \"\(title)\" is still held and has not been called" }
    return handlers.release.map { release in
      let time = release.time.since(began)
      let when = time < 0 ? "before the wait" : "at \(DurationText.exact(time)) (\(release.thread))"
      return "the handler of \"\(title)\" was released \(when) without being called"
    }
  }

  /// An object that lives as long as its handler.
  final class Token: Sendable {
    private let tracker: HandlerTracker

    fileprivate init(_ tracker: HandlerTracker) {
      self.tracker = tracker
    }

    func noteCall() { tracker.state.withLock { $0.wasCalled = true } }

    deinit {
      tracker.state.withLock { state in
        state.liveCount -= 1
        if state.liveCount == 0, !state.wasCalled { state.release = (.now(), .current) }
      }
    }
  }

  func makeToken() -> Token {
    state.withLock { $0.liveCount += 1 }
    return Token(self)
  }
}
