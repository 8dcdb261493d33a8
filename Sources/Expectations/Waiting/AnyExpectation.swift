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
public protocol Waitable: Sendable {
  /// The target of the wait.
  var waitTarget: WaitTarget { get }
}

/// An opaque handle to an expectation for waits. Get it from an ``Expectation``.
public struct WaitTarget: Sendable {
  let expectation: any AnyExpectation
}

/// An expectation without the type of its values, as waits and reports need it.
protocol AnyExpectation: Lasting {
  /// The description of the expected event.
  var title: String { get }
  var createdAt: CallSite { get }
  var createdInstant: MonotonicInstant { get }
  var bounds: FulfillmentBounds { get }
  /// The serial queue that the test declared as the queue of its fulfillments.
  var queue: FulfillmentQueue? { get }
  /// The observation that fulfills it, if that is a notification. It lasts no longer than the waits.
  var observation: (any WaitObservation)? { get }
  var host: any TestHost { get }

  /// Tracks its handlers; nil if none was made.
  var handlers: HandlerTracker? { get }
  /// The values and the error that it keeps.
  var kept: [Any] { get }

  /// Returns the key in the machine, which learns of the expectation on first use. Call it only under the engine's
  /// lock.
  func key(in state: inout EngineState) -> SlotKey

  /// Makes one that no test has and nothing else holds.
  static func makeUnheld() -> any AnyExpectation

  /// Returns the error of a fulfillment, which the caller then throws or records.
  func takeError() -> (any Error)?
}

extension AnyExpectation {
  var ongoing: String? {
    if observation?.isActive ?? false {
      return "\"\(title)\", created at \(createdAt), still observes its notification"
    }
    return handlers?.isHeld ?? false ? "a handler of \"\(title)\", created at \(createdAt), is still held" : nil
  }

  func keeping(_ object: AnyObject) -> String? {
    kept.contains { isFound(object, in: $0) } ? "\"\(title)\", created at \(createdAt), was fulfilled with it" : nil
  }

  /// Returns the state of the expectation. Call it only under the engine's lock.
  func state(in state: inout EngineState) -> ExpectationState {
    let key = key(in: &state)
    return state.machine.state(of: key)
  }

  /// Notes that the expectation was read. Call it only under the engine's lock.
  func markRead(in state: inout EngineState) {
    let key = key(in: &state)
    state.machine.markRead(key)
  }

  // MARK: Recording

  /// Records, before the release of the expectation, what has not happened to it, if that was not reported before.
  ///
  /// - `host`: The host that records it.
  func recordWhatRemains(to host: any TestHost) {
    guard let (finding, site) = Engine.withLock({ takeRemaining(in: &$0) }), !host.hasStopped else { return }
    host.record(finding, at: site)
  }

  /// Records the remaining problems when the expectation is released.
  func recordRemaining(_ state: ExpectationState) {
    guard bounds.defect == nil else { return }
    if let surplus = state.surplus, state.hasUnreportedSurplus {
      record(surplusFinding(surplus, waitedAt: nil), at: surplus.fulfillment.place.site)
    }
    // A test that was stopped never reached its remaining waits, so they are not missing.
    guard let (finding, site) = remaining(in: state), !host.hasStopped else { return }
    record(finding, at: site)
  }

  /// Returns what has not happened to the expectation, which then counts as reported. Call it only under the engine's
  /// lock.
  func takeRemaining(in state: inout EngineState) -> (ExpectationFinding, CallSite)? {
    let remaining = remaining(in: self.state(in: &state))
    if remaining != nil { markRead(in: &state) }
    return remaining
  }

  /// Returns the finding that no test has waited for the expectation, or that all its waits were canceled, and the line
  /// of that problem.
  private func remaining(in state: ExpectationState) -> (ExpectationFinding, CallSite)? {
    guard bounds.defect == nil, !state.isJudged, !state.isRead, state.memberships.isEmpty else { return nil }
    guard state.isAwaited else { return (.neverAwaited(title, count: state.count), createdAt) }
    return (.onlyCancelled(title, count: state.count), state.lastWait?.place.site ?? createdAt)
  }

  /// Records a fulfillment that no wait judges.
  func record(_ stray: StrayFulfillment) {
    switch stray {
    case .surplus(let surplus, let lastWait):
      record(
        surplusFinding(surplus, waitedAt: lastWait?.place.site),
        at: surplus.fulfillment.place.site ?? lastWait?.place.site)
    case .late(let fulfillment, let lastWait, let completes):
      let failure = lastWait.place.site.flatMap { FailureTimes.last(at: $0) }
      let delay = failure.map { fulfillment.place.time.since($0) }
      record(
        .late(
          title, fulfillment, lastWait, completes: completes, afterFailure: delay, testGoesOn: !host.hasStopped),
        at: lastWait.place.site)
    }
  }

  /// The finding that the expectation was fulfilled once too often.
  func surplusFinding(_ surplus: Surplus, waitedAt site: CallSite?) -> ExpectationFinding {
    .surplus(title, surplus, createdAt: createdAt, waitedAt: site, of: observation?.findings)
  }

  private func record(_ finding: ExpectationFinding, at site: CallSite?) {
    host.record(finding, at: site ?? createdAt)
  }
}

extension TestHost {
  /// Records the problem of an expectation, which the log of the run's waits may also list.
  func record(_ finding: ExpectationFinding, at site: CallSite) {
    finding.noteInLog(at: site, of: self)
    record(Problem(finding, at: site))
  }
}

extension ExpectationFinding {
  /// Adds a missing wait, or a late fulfillment, to the log of the run's waits.
  func noteInLog(at site: CallSite, of host: any TestHost) {
    switch self {
    case .neverAwaited(let title, _): Wait.observer.noteNeverAwaited(title, createdAt: site, of: host)
    case .late(let title, let fulfillment, let wait, _, _, _):
      Wait.observer.noteLate(title, fulfillment, after: wait, at: site, of: host)
    default: break
    }
  }
}
