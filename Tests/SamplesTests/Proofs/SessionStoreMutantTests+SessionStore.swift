// [documented] `SessionStoreMutantTests` writes and compares this file: `SessionStore.swift` without one guard.

@testable import Samples

extension SessionStoreMutantTests {
  actor SessionStore<C: Clock> where C.Duration == Duration {
    private typealias Answer = Result<String, SessionError>

    private struct Session {
      var tokens: SessionTokens
      var expiry: C.Instant
    }

    private struct Renewal {
      var number: Int
      var task: Task<Void, Never>
      var waiters: [(number: Int, continuation: CheckedContinuation<Answer, Never>)] = []
    }

    private let server: any SessionServer
    private let clock: C
    private let margin: Duration
    private let onChange: @Sendable (SessionTokens?) -> Void

    private var session: Session?
    private var renewal: Renewal?
    private var lastNumber = 0

    init(
      server: some SessionServer, clock: C = ContinuousClock(), margin: Duration = .seconds(30),
      onChange: @escaping @Sendable (SessionTokens?) -> Void = { _ in }
    ) {
      self.server = server
      self.clock = clock
      self.margin = max(.zero, margin)
      self.onChange = onChange
    }

    var isSignedIn: Bool { session != nil }

    func signIn(_ tokens: SessionTokens) {
      abandonRenewal()
      begin(tokens, requested: clock.now)
    }

    func signOut() {
      abandonRenewal()
      end()
    }

    func accessToken() async throws(SessionError) -> String {
      guard let session else { throw .signedOut }
      if clock.now < session.expiry { return session.tokens.accessToken }
      return try await renewedToken(of: session)
    }

    func accessToken(insteadOf rejected: String) async throws(SessionError) -> String {
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

    private func renewedToken(of session: Session) async throws(SessionError) -> String {
      guard !Task.isCancelled else { throw .cancelled }
      let number = nextNumber()
      let answer = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          if renewal == nil { beginRenewal(with: session.tokens.refreshToken) }
          renewal?.waiters.append((number, continuation))
        }
      } onCancel: {
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
}
