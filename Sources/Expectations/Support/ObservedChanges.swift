import Observation

/// Evaluates code, and tells once when something observable that it read is going to change.
///
/// The news comes on the thread that makes the change, before the new value is there. What changes between being read
/// and being observed is not announced. Where the system knows no observation, no news ever comes.
///
/// - Returns: The result, and whether anything is observed.
func observingChanges<Result>(
  _ body: () -> Result, onChange: @escaping @Sendable () -> Void
) -> (result: Result, isObserved: Bool) {
  guard #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) else { return (body(), false) }
  // Whatever is observed keeps the closure, and with it the token.
  var token = Token()
  let result = withObservationTracking(body) { [token] in withExtendedLifetime(token, onChange) }
  return (result, !isKnownUniquelyReferenced(&token))
}

private final class Token: Sendable {}
