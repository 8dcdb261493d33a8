import Observation

/// Evaluates `body` and calls `onChange` once, before an observable property that `body` read changes.
///
/// `onChange` runs on the thread that makes the change, before the new value is set. It misses a change that occurs
/// between reading a property and observing it. On systems without the Observation framework, it is never called.
///
/// - Returns: The result of `body`, and whether `body` read anything observable.
func observingChanges<Result>(
  _ body: () -> Result, onChange: @escaping @Sendable () -> Void
) -> (result: Result, isObserved: Bool) {
  guard #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) else { return (body(), false) }
  let (result, isRetained) = tracking(body, onChange: onChange)
  return (result, isRetained || !ObservableProbe.isRetained)
}

/// Returns the result of `body`, and whether the closure is still retained afterwards.
///
/// Assumption: after `withObservationTracking`, the closure is retained exactly if `body` read an observable property.
/// Check: at first use, with a property that is read. With a body that reads nothing: by `ObservationTests`.
/// If false: everything counts as observed: a condition is evaluated again after each pause only.
/// Remove when: the Observation framework tells whether a body read anything.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
private func tracking<Result>(
  _ body: () -> Result, onChange: @escaping @Sendable () -> Void
) -> (result: Result, isRetained: Bool) {
  // The closure retains the token.
  var token = Token()
  let result = withObservationTracking(body) { [token] in withExtendedLifetime(token, onChange) }
  return (result, !isKnownUniquelyReferenced(&token))
}

private final class Token: Sendable {}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
private final class ObservableProbe: Observable {
  static let isRetained: Bool = {
    let probe = ObservableProbe()
    // When the probe goes, its observation goes with it: an optimized program may release it as soon as it was read.
    return withExtendedLifetime(probe) { tracking({ probe.value }, onChange: {}).isRetained }
  }()

  private let registrar = ObservationRegistrar()

  private var value: Bool {
    registrar.access(self, keyPath: \.value)
    return true
  }
}
