package import Foundation

// What libraries on top of this one need beside its public API.

extension Expectation where Value == Void {
  /// Expects at least one fulfillment, unless ``setCount(_:)`` says otherwise.
  ///
  /// - Parameter mustBeAwaited: Whether it is a failure if no test waits for it.
  package convenience init(_ description: String, mustBeAwaited: Bool, at site: CallSite) {
    self.init(AnyExpectation(description, FulfillmentCount(1...), createdAt: site))
    if !mustBeAwaited { base.dismiss() }
  }

  /// Expects at least one notification, unless ``setCount(_:)`` says otherwise.
  ///
  /// - Parameter isWanted: Decides which notifications count. It runs on the thread that posts, outside every lock.
  package convenience init(
    _ description: String, notification name: Notification.Name, object: AnyObject?, center: NotificationCenter,
    mustBeAwaited: Bool, at site: CallSite, where isWanted: @escaping @Sendable (Notification) -> Bool
  ) {
    self.init(description, mustBeAwaited: mustBeAwaited, at: site)
    observe(name, object, center, where: isWanted) { _ in }
  }
}

extension Expectation {
  /// Changes how often it must be fulfilled. Returns false, and changes nothing, after the first wait.
  package func setCount(_ count: some RangeExpression<Int>) -> Bool { base.change(bounds: FulfillmentCount(count)) }

  /// Changes its description. Returns false, and changes nothing, after the first wait.
  package func setDescription(_ description: String) -> Bool { base.change(title: description) }

  /// Waits without recording anything. Returns whether the time ran out; false also if the task was canceled.
  nonisolated(nonsending) package func timesOut(after timeout: Duration, at site: CallSite) async -> Bool {
    await Wait(goal: .step, timeout: timeout, needsReport: true, site: site).suspend(for: [base]).verdict.hasTimedOut
  }

  /// Does the same, and blocks the calling thread.
  package func timesOut(after timeout: Duration, at site: CallSite) -> Bool {
    Wait(goal: .step, timeout: timeout, needsReport: true, site: site).block(for: [base]).verdict.hasTimedOut
  }

  /// Whether it was fulfilled more often than it allows.
  package var hasExtra: Bool { Engine.withLock { $0.machine.expectations[base.key].hasExtra } }

  /// A number that tells in which order expectations became complete, or were fulfilled although they must not be; nil
  /// as long as that has not happened.
  package var orderOfCompletion: Int64? {
    Engine.withLock { state in
      let state = state.machine.expectations[base.key]
      return (state.bounds.isInverted ? state.extra?.fulfillment.time : state.completedAt)?.fair.nanoseconds
    }
  }
}

extension Expectation: LivingObject {
  var host: any TestHost { base.host }
  var ongoing: String? { nil }

  func keeping(_ object: AnyObject) -> String? {
    let (values, title) = Engine.withLock { _ in (storedValues, base.title) }
    guard values.contains(where: { isFound(object, in: $0) }) else { return nil }
    return "\"\(title)\", created at \(base.createdAt), was fulfilled with it"
  }
}
