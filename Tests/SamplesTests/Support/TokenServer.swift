@testable import Samples

/// A server that accepts each refresh token once, like a server that replaces them.
actor TokenServer {
  /// How often a refresh token was received.
  private(set) var renewals = 0
  /// The users of the refresh tokens that the server accepts.
  private var users: [String: String] = [:]
  private var issued = 0
  private var failures: [RenewalError] = []
  private let onRequest: @Sendable () async -> Void

  /// - Parameter onRequest: Called before the server receives a request. By default, other tasks can run: a request
  ///   over the network suspends its task, too.
  init(onRequest: @escaping @Sendable () async -> Void = { await Task.yield() }) { self.onRequest = onRequest }

  /// Returns tokens for a new session, such as "ann 1". By default, they have expired already.
  func newSession(of user: String = "ann", lifetime: Duration = .zero) -> SessionTokens {
    issued += 1
    let refreshToken = "refresh \(issued)"
    users[refreshToken] = user
    return SessionTokens(accessToken: "\(user) \(issued)", refreshToken: refreshToken, lifetime: lifetime)
  }

  func failNext(_ error: RenewalError) { failures.append(error) }

  private func exchange(_ refreshToken: String) throws(RenewalError) -> SessionTokens {
    renewals += 1
    guard failures.isEmpty else { throw failures.removeFirst() }
    guard let user = users.removeValue(forKey: refreshToken) else { throw .refused }
    return newSession(of: user, lifetime: .seconds(3600))
  }
}

extension TokenServer: SessionServer {
  nonisolated func renew(_ refreshToken: String) async throws(RenewalError) -> SessionTokens {
    await onRequest()
    let tokens = try await exchange(refreshToken)
    // Like `URLSession`, which fails if the task is canceled before the response is complete.
    guard !Task.isCancelled else { throw .failed(CancellationError()) }
    return tokens
  }
}
