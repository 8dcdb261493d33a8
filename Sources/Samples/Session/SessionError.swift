/// Why a session store returned no access token.
public enum SessionError: Error, Sendable {
  /// No user is signed in, or the user signed out while the caller waited.
  case signedOut
  /// The server no longer accepts the refresh token. The store has signed the user out.
  case refused
  /// The renewal failed. The user remains signed in, and the next call tries again.
  case notRenewed(any Error)
  /// The task that awaited the token was canceled. Other callers continue to wait.
  case cancelled

  /// The underlying error, if there is one.
  public var underlyingError: (any Error)? {
    guard case .notRenewed(let error) = self else { return nil }
    return error
  }
}
