package import Foundation

// What libraries on top of this one need beside its public API.

extension Expectation where Value == Void {
  /// Expects at least one fulfillment, unless ``setCount(_:)`` says otherwise.
  ///
  /// - Parameter mustBeAwaited: Whether it is a failure if no test waits for it.
  package convenience init(_ description: String, mustBeAwaited: Bool, at site: CallSite) {
    self.init(description, bounds: FulfillmentBounds(1...), createdAt: site, isOfTest: mustBeAwaited)
    if !mustBeAwaited { dismiss() }
  }

  /// Expects at least one notification, unless ``setCount(_:)`` says otherwise.
  ///
  /// - Parameter isWanted: Decides which notifications count. It runs on the thread that posts, outside every lock.
  package convenience init(
    _ description: String, notification name: Notification.Name, object: AnyObject?, center: NotificationCenter,
    mustBeAwaited: Bool, at site: CallSite, where isWanted: @escaping @Sendable (Notification) -> Bool
  ) {
    let observation = NotificationObservation(name, object: object, center: center)
    self.init(
      description, bounds: FulfillmentBounds(1...), observation: observation, createdAt: site, isOfTest: mustBeAwaited)
    if !mustBeAwaited { dismiss() }
    start(observation, where: isWanted) { _ in }
  }
}

extension Expectation {
  /// Changes how often it must be fulfilled. Returns false, and changes nothing, after the first wait.
  package func setCount(_ count: some RangeExpression<Int>) -> Bool { change(bounds: FulfillmentBounds(count)) }

  /// Changes its description. Returns false, and changes nothing, after the first wait.
  package func setDescription(_ description: String) -> Bool { change(title: description) }

  /// Waits without a line in the log of the run's waits. Returns whether the time ran out; false also if the task was
  /// canceled.
  package func timesOut(
    after timeout: Duration, at site: CallSite, isolation: isolated (any Actor)? = #isolation
  ) async -> Bool {
    await Wait.suspend(unloggedRequest(timeout, site)).hasTimedOut
  }

  /// Does the same, and blocks the calling thread.
  package func timesOut(after timeout: Duration, at site: CallSite) -> Bool {
    Wait.block(unloggedRequest(timeout, site)).hasTimedOut
  }

  private func unloggedRequest(_ timeout: Duration, _ site: CallSite) -> WaitRequest {
    WaitRequest(TinyArray(self), failures: .none, isLoggedByCaller: true, timeout: timeout, site: site)
  }

  /// Notes that no test need wait for it.
  package func dismiss() { Engine.withLock { markRead(in: &$0) } }

  /// Whether it was fulfilled more often than it allows.
  package var hasSurplus: Bool { Engine.withLock { self.state(in: &$0).surplus != nil } }

  /// A number that tells in which order expectations became complete, or were fulfilled although they must not be; nil
  /// as long as that has not happened.
  package var orderOfCompletion: Int64? {
    Engine.withLock { state in
      let state = self.state(in: &state)
      return (bounds.isInverted ? state.surplus?.fulfillment.instant : state.completedAt)?.nanoseconds
    }
  }
}
