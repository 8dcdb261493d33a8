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
  // The closure, which every observed property retains, retains the token.
  var token = Token()
  let result = withObservationTracking(body) { [token] in withExtendedLifetime(token, onChange) }
  return (result, !isKnownUniquelyReferenced(&token))
}

private final class Token: Sendable {}
