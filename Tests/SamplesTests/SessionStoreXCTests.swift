import Expectations
import Exploration
import TestSupport
import XCTest

@testable import Samples

/// How to test an actor whose methods suspend, in XCTest.
final class SessionStoreXCTests: XCTestCase {
  func testAccessToken_oneOfTwoCancelled_toldFirst() async throws {
    let held = HeldServer()
    let store = SessionStore(server: held.server)
    await store.signIn(held.server.newSession())
    let cancelled = Task { try await store.accessToken() }
    await held.requested.wait(timeout: .seconds(30))
    let other = Task { try await store.accessToken() }
    cancelled.cancel()
    let result = try await within(.seconds(30)) { await cancelled.result }
    guard case .failure(SessionError.cancelled) = result else { return XCTFail("\(result)") }
    held.proceed.fulfill()
    let token = try await within(.seconds(30)) { try await other.value }
    XCTAssertEqual(token, "ann 2")
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func testSignOut_duringRenewal_staysSignedOut() throws {
    try XCTSkipUnless(NeededToolchain.controlsTasks, "explorations control all tasks with Swift 6.3 on Linux")
    explore {
      let server = TokenServer()
      let store = SessionStore(server: server, clock: ExplorationClock())
      await store.signIn(server.newSession())
      async let token = try? store.accessToken()
      async let signOut: Void = store.signOut()
      _ = await (token, signOut)
      let isSignedIn = await store.isSignedIn
      XCTAssertFalse(isSignedIn)
    }
  }
}
