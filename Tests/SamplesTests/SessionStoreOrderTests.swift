// [documented]
import Exploration
import Leftovers
import TestSupport
import Testing

@testable import Samples

/// How to test an actor whose methods suspend, in Swift Testing: under every order that its tasks could take.
///
/// The body makes its own store, because it runs many times. An exploration computes for up to a second, so the tests
/// run one after the other.
@Suite(.whereTasksAreControlled, .endsAllTasks, .serialized) struct SessionStoreOrderTests {
  /// The user signs out at any moment of a renewal, for example when its tokens are already on their way to the store.
  /// `SessionStoreMutantTests` shows the failure of a store that does not expect that.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func signOut_duringRenewal_staysSignedOut() async {
    await explore {
      let server = TokenServer()
      let store = SessionStore(server: server, clock: ExplorationClock())
      await store.signIn(server.newSession())
      async let token = try? store.accessToken()
      async let signOut: Void = store.signOut()
      _ = await (token, signOut)
      #expect(await !store.isSignedIn)
    }
  }

  /// The late answer for one user must not become the token of another, who is waiting for a renewal, too.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func signIn_ofAnotherUserDuringRenewal_tokensStayApart() async {
    await explore {
      let server = TokenServer()
      let store = SessionStore(server: server, clock: ExplorationClock())
      await store.signIn(server.newSession(of: "ann"))
      let tokensOfBob = await server.newSession(of: "bob")
      async let tokenOfAnn = try? store.accessToken()
      async let tokenOfBob = {
        await store.signIn(tokensOfBob)
        return try await store.accessToken()
      }()
      let tokens = try await (ann: tokenOfAnn, bob: tokenOfBob)
      #expect(tokens.bob.hasPrefix("bob"))
    }
  }

  /// A second renewal with the same refresh token would be refused.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func accessToken_askedByThree_oneRenewal() async {
    await explore {
      let server = TokenServer()
      let store = SessionStore(server: server, clock: ExplorationClock())
      await store.signIn(server.newSession())
      async let tokens = [store.accessToken(), store.accessToken()]
      async let token = store.accessToken()
      let all = try await tokens + [token]
      #expect(all == ["ann 2", "ann 2", "ann 2"])
      #expect(await server.renewals == 1)
    }
  }

  /// The cancellation comes at any moment: before the call, while it waits, or after its answer.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func accessToken_oneOfTwoCancelled_otherGetsIt() async {
    await explore {
      let server = TokenServer()
      let store = SessionStore(server: server, clock: ExplorationClock())
      await store.signIn(server.newSession())
      let cancelled = Task { try await store.accessToken() }
      let other = Task { try await store.accessToken() }
      Task { cancelled.cancel() }
      let token = try await other.value
      #expect(token == "ann 2")
      switch await cancelled.result {
      case .success(let token): #expect(token == "ann 2")
      case .failure(let error): #expect("\(error)" == "cancelled")
      }
      #expect(await server.renewals == 1)
    }
  }

  /// Each caller in turn is canceled, before each of its steps.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func accessToken_aCallerIsCanceled_oneRenewal() async {
    await explore(.cancels) {
      let server = TokenServer()
      let store = SessionStore(server: server, clock: ExplorationClock())
      await store.signIn(server.newSession())
      let callers = (0..<2).map { _ in Task { try await store.accessToken() } }
      for caller in callers { mayCancel(caller) }
      for caller in callers {
        switch await caller.result {
        case .success(let token): #expect(token == "ann 2")
        case .failure(let error): #expect("\(error)" == "cancelled")
        }
      }
      #expect(await server.renewals == 1)
    }
  }

  /// Two requests were rejected with the same token. The one that asks later must not renew the new token.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func accessToken_insteadOfTheSameByTwo_oneRenewal() async {
    await explore {
      let server = TokenServer()
      let store = SessionStore(server: server, clock: ExplorationClock())
      await store.signIn(server.newSession(lifetime: .seconds(3600)))
      async let first = store.accessToken(insteadOf: "ann 1")
      async let second = store.accessToken(insteadOf: "ann 1")
      let tokens = try await [first, second]
      #expect(tokens == ["ann 2", "ann 2"])
      #expect(await server.renewals == 1)
    }
  }

  /// Sleeps take no time, so hours pass at once.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func accessToken_overThreeHours_renewedEachHour() async {
    let report = await explore {
      let server = TokenServer()
      let store = SessionStore(server: server, clock: ExplorationClock())
      await store.signIn(server.newSession(lifetime: .seconds(3600)))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<2 {
          group.addTask {
            for _ in 0..<3 {
              try await Task.sleep(for: .seconds(3600))
              _ = try await store.accessToken()
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(await server.renewals == 3)
    }
    #expect(report.virtualTime == .seconds(3 * 3600))
  }
}
