/// The tokens that a server issues for a signed-in user.
public struct SessionTokens: Hashable, Sendable {
  /// The token to send with each request.
  public var accessToken: String
  /// The token that can be exchanged for new tokens. Many servers accept each refresh token only once.
  public var refreshToken: String
  /// How long the access token is valid from the moment at which it was requested.
  public var lifetime: Duration

  public init(accessToken: String, refreshToken: String, lifetime: Duration) {
    self.accessToken = accessToken
    self.refreshToken = refreshToken
    self.lifetime = lifetime
  }
}
