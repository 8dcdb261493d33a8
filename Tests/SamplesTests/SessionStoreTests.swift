import Expectations
import Foundation
import Leftovers
import Testing

@testable import Samples

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// How to test an actor that renews a token for several callers, in Swift Testing: the test holds the server's answer
/// until the callers are where it wants them.
@Suite(.endsAllTasks) struct SessionStoreTests {
  struct Unreachable: Error {}

  /// The token, or the name of the error.
  func answer(_ token: @escaping () async throws -> String) async -> String {
    do { return try await within(.seconds(30)) { try await token() } } catch { return "\(error)" }
  }

  /// The example in the documentation of the store.
  @Test func accessToken_inRequest_sentAsHeader() async throws {
    let server = TokenServer()
    let saved = Recorder<SessionTokens?>("saved tokens")
    let tokens = await server.newSession(lifetime: .seconds(3600))
    var request = URLRequest(url: try #require(URL(string: "https://example.org/places")))
    let store = SessionStore(server: server) { tokens in saved.record(tokens) }
    await store.signIn(tokens)
    request.setValue("Bearer \(try await store.accessToken())", forHTTPHeaderField: "Authorization")
    #expect(request.value(forHTTPHeaderField: "Authorization") == "Bearer ann 1")
    try await saved.expectNext(tokens)
  }

  @Test func accessToken_notSignedIn_throws() async {
    let store = SessionStore(server: TokenServer())
    #expect(await answer { try await store.accessToken() } == "signedOut")
    #expect(await !store.isSignedIn)
  }

  /// The clock stands still, so the token expires exactly 30 seconds before the end of its hour, or at half of a short
  /// lifetime.
  @Test(arguments: [(Duration.seconds(3600), Duration.seconds(3570)), (.seconds(10), .seconds(5))])
  func accessToken_nearItsEnd_renewed(lifetime: Duration, validity: Duration) async throws {
    let server = TokenServer()
    let clock = ManualClock()
    let store = SessionStore(server: server, clock: clock)
    await store.signIn(server.newSession(lifetime: lifetime))
    await clock.advance(by: validity - .nanoseconds(1))
    #expect(try await store.accessToken() == "ann 1")
    await clock.advance(by: .nanoseconds(1))
    #expect(try await store.accessToken() == "ann 2")
    #expect(try await store.accessToken() == "ann 2")
    #expect(await server.renewals == 1)
  }

  /// The lifetime counts from the request, not from the answer.
  @Test func accessToken_slowRenewal_expiresEarlier() async throws {
    let clock = ManualClock()
    let server = TokenServer { await clock.advance(by: .seconds(600)) }
    let store = SessionStore(server: server, clock: clock, margin: .zero)
    await store.signIn(server.newSession())
    #expect(try await store.accessToken() == "ann 2")
    await clock.advance(by: .seconds(3000) - .nanoseconds(1))
    #expect(try await store.accessToken() == "ann 2")
    await clock.advance(by: .nanoseconds(1))
    #expect(try await store.accessToken() == "ann 3")
  }

  @Test func accessToken_renewalFails_errorIsNotRemembered() async throws {
    let server = TokenServer()
    await server.failNext(.failed(Unreachable()))
    let store = SessionStore(server: server)
    await store.signIn(server.newSession())
    let error = await #expect(throws: SessionError.self) { try await store.accessToken() }
    #expect(error?.underlyingError is Unreachable)
    #expect(try await store.accessToken() == "ann 2")
  }

  /// The recorder shows every change in order, and fails the test if one is left.
  @Test func accessToken_renewalRefused_signedOut() async throws {
    let changes = Recorder<SessionTokens?>("changes")
    let server = TokenServer()
    let store = SessionStore(server: server, onChange: changes.handler)
    let tokens = await server.newSession()
    await store.signIn(tokens)
    await server.failNext(.refused)
    #expect(await answer { try await store.accessToken() } == "refused")
    #expect(await answer { try await store.accessToken() } == "signedOut")
    await store.signOut()
    try await changes.expectNext(tokens, nil)
  }

  @Test func accessToken_inCancelledTask_nothingSent() async {
    let server = TokenServer()
    let store = SessionStore(server: server)
    await store.signIn(server.newSession())
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await store.accessToken()
    }
    #expect(await answer { try await task.value } == "cancelled")
    #expect(await server.renewals == 0)
  }

  /// A caller that waits is told at once. The server's late answer changes nothing.
  @Test func signOut_duringRenewal_waitersToldAtOnce() async throws {
    let held = HeldServer()
    let changes = Recorder<SessionTokens?>("changes")
    let store = SessionStore(server: held.server, onChange: changes.handler)
    let tokens = await held.server.newSession()
    await store.signIn(tokens)
    let task = Task { try await store.accessToken() }
    await held.requested.wait(timeout: .seconds(30))
    await store.signOut()
    #expect(await answer { try await task.value } == "signedOut")
    held.proceed.fulfill()
    try await changes.expectNext(tokens, nil)
    await changes.expectNone(for: .milliseconds(20))
    #expect(await !store.isSignedIn)
  }

  @Test func signOut_duringRenewal_requestIsCancelled() async throws {
    let requested = Expectation("renewal requested")
    let cancelled = Expectation("request canceled")
    let server = TokenServer {
      await withTaskCancellationHandler {
        requested.fulfill()
        await cancelled.wait(timeout: .seconds(30))
      } onCancel: {
        cancelled.fulfill()
      }
    }
    let store = SessionStore(server: server)
    await store.signIn(server.newSession())
    let task = Task { try await store.accessToken() }
    await requested.wait(timeout: .seconds(30))
    await store.signOut()
    await cancelled.wait(timeout: .seconds(30))
    #expect(await answer { try await task.value } == "signedOut")
  }

  @Test func signIn_withSavedTokens_renewed() async throws {
    let changes = Recorder<SessionTokens?>("changes")
    let server = TokenServer()
    let saved = await server.newSession(lifetime: .zero)
    let store = SessionStore(server: server, onChange: changes.handler)
    await store.signIn(saved)
    #expect(try await store.accessToken() == "ann 2")
    let renewed = SessionTokens(accessToken: "ann 2", refreshToken: "refresh 2", lifetime: .seconds(3600))
    try await changes.expectNext(saved, renewed)
  }

  @Test func store_releasedDuringRenewal_tokensAreSaved() async throws {
    let held = HeldServer()
    let changes = Recorder<SessionTokens?>("changes")
    var store: SessionStore<ContinuousClock>? = SessionStore(server: held.server, onChange: changes.handler)
    await store?.signIn(held.server.newSession())
    await changes.skip(1)
    let task = Task { [store] in try await store?.accessToken() }
    await held.requested.wait(timeout: .seconds(30))
    task.cancel()
    _ = await task.result
    store = nil
    held.proceed.fulfill()
    #expect(try await changes.next()?.accessToken == "ann 2")
  }
}
