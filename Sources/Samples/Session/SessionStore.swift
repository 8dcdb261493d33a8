/// Holds the session of the signed-in user, and renews its access token when it expires.
///
///     let store = SessionStore(server: server) { tokens in keychain.save(tokens) }
///     await store.signIn(tokens)
///     request.setValue("Bearer \(try await store.accessToken())", forHTTPHeaderField: "Authorization")
///
/// Calls that need a new token at the same time share one renewal, because many servers accept a refresh token only
/// once. A renewal belongs to the session in which it began: after the user has signed out, or another has signed in,
/// its result changes nothing. A renewal that fails is not remembered: the next call tries again.
///
/// The renewal does not depend on its callers. If the task of one is canceled, that call throws `cancelled` at once,
/// and the others get the token. If all are canceled, the renewal still continues, because the server may already have
/// replaced the refresh token. When the store is released, a renewal under way continues, too, and its tokens are
/// saved.
///
/// - Parameter C: The clock that measures how long tokens are valid. The default, `ContinuousClock`, continues while
///   the machine sleeps.
public actor SessionStore<C: Clock> where C.Duration == Duration {
  private typealias Answer = Result<String, SessionError>

  private struct Session {
    var tokens: SessionTokens
    var expiry: C.Instant
  }

  private struct Renewal {
    var number: Int
    var task: Task<Void, Never>
    /// The oldest first.
    var waiters: [(number: Int, continuation: CheckedContinuation<Answer, Never>)] = []
  }

  private let server: any SessionServer
  private let clock: C
  private let margin: Duration
  private let onChange: @Sendable (SessionTokens?) -> Void

  private var session: Session?
  private var renewal: Renewal?
  private var lastNumber = 0

  /// Creates a store in which no user is signed in.
  ///
  /// - Parameters:
  ///   - server: The server that renews tokens.
  ///   - clock: The clock that measures how long tokens are valid.
  ///   - margin: How long before its end an access token is renewed, so that it does not expire on its way; at most
  ///     half of its lifetime. A negative margin counts as zero.
  ///   - onChange: Called on the actor for each change, in order: with the new tokens, and with nil when the user is
  ///     signed out. A place to save them.
  public init(
    server: some SessionServer, clock: C = ContinuousClock(), margin: Duration = .seconds(30),
    onChange: @escaping @Sendable (SessionTokens?) -> Void = { _ in }
  ) {
    self.server = server
    self.clock = clock
    self.margin = max(.zero, margin)
    self.onChange = onChange
  }

  /// Whether a user is signed in.
  public var isSignedIn: Bool { session != nil }

  /// Begins a session. If there is one already, it ends as if the user had signed out.
  ///
  /// The lifetime of the access token counts from this call. For saved tokens whose age is unknown, pass a lifetime of
  /// zero: the first call that needs a token renews it.
  public func signIn(_ tokens: SessionTokens) {
    abandonRenewal()
    begin(tokens, requested: clock.now)
  }

  /// Ends the session. Calls that wait for a token throw `signedOut`.
  public func signOut() {
    abandonRenewal()
    end()
  }

  /// Returns a valid access token, after a renewal if necessary.
  public func accessToken() async throws(SessionError) -> String {
    guard let session else { throw .signedOut }
    if clock.now < session.expiry { return session.tokens.accessToken }
    return try await renewedToken(of: session)
  }

  /// Returns a valid access token in place of one that a server has rejected before its time.
  ///
  /// Only the first call for the same token renews it. Later calls return the token that has replaced it.
  public func accessToken(insteadOf rejected: String) async throws(SessionError) -> String {
    if session?.tokens.accessToken == rejected { session?.expiry = clock.now }
    return try await accessToken()
  }

  // MARK: The session

  private func begin(_ tokens: SessionTokens, requested: C.Instant) {
    let validity = tokens.lifetime - min(margin, tokens.lifetime / 2)
    session = Session(tokens: tokens, expiry: requested.advanced(by: validity))
    onChange(tokens)
  }

  private func end() {
    guard session != nil else { return }
    session = nil
    onChange(nil)
  }

  // MARK: The renewal

  /// Waits for the renewal under way, or begins one.
  private func renewedToken(of session: Session) async throws(SessionError) -> String {
    guard !Task.isCancelled else { throw .cancelled }
    let number = nextNumber()
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if renewal == nil { beginRenewal(with: session.tokens.refreshToken) }
        renewal?.waiters.append((number, continuation))
      }
    } onCancel: {
      // This task reaches the actor when the waiter is already there.
      Task { await leave(number) }
    }
    return try answer.get()
  }

  private func beginRenewal(with refreshToken: String) {
    let number = nextNumber()
    renewal = Renewal(number: number, task: Task { await renew(number, with: refreshToken) })
  }

  private func renew(_ number: Int, with refreshToken: String) async {
    let requested = clock.now
    let result: Result<SessionTokens, RenewalError>
    do throws(RenewalError) {
      result = .success(try await server.renew(refreshToken))
    } catch {
      result = .failure(error)
    }
    // Meanwhile, the user may have signed out. That canceled this task, but the new tokens may already have been here.
    guard renewal?.number == number else { return }
    switch result {
    case .success(let tokens):
      begin(tokens, requested: requested)
      finishRenewal(.success(tokens.accessToken))
    case .failure(.refused):
      end()
      finishRenewal(.failure(.refused))
    case .failure(.failed(let error)):
      finishRenewal(.failure(.notRenewed(error)))
    }
  }

  private func abandonRenewal() {
    renewal?.task.cancel()
    finishRenewal(.failure(.signedOut))
  }

  private func finishRenewal(_ answer: Answer) {
    let waiters = renewal?.waiters ?? []
    renewal = nil
    for waiter in waiters { waiter.continuation.resume(returning: answer) }
  }

  private func leave(_ number: Int) {
    guard let index = renewal?.waiters.firstIndex(where: { $0.number == number }) else { return }
    renewal?.waiters.remove(at: index).continuation.resume(returning: .failure(.cancelled))
  }

  private func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }
}
