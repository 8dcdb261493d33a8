/// Exchanges refresh tokens for new tokens.
public protocol SessionServer: Sendable {
  /// Exchanges a refresh token for new tokens.
  ///
  /// The task is canceled when the user signs out. The server may ignore that.
  func renew(_ refreshToken: String) async throws(RenewalError) -> SessionTokens
}

/// Why a server returned no new tokens.
public enum RenewalError: Error, Sendable {
  /// The server no longer accepts the refresh token: the user must sign in again.
  case refused
  /// The request received no usable response. Another attempt may succeed.
  case failed(any Error)
}
