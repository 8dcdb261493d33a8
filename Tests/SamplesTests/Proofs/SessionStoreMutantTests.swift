// [documented]
import Foundation
import Leftovers
import TestSupport
import Testing

@testable import Exploration
@testable import Samples

/// What an exploration finds in a session store that lacks one guard: after the server's answer, it does not check
/// whether the renewal still counts. It relies on the cancellation of the renewal, which may come too late.
///
/// `SessionStore` means that store here: `SessionStoreMutantTests+SessionStore.swift` is the sample without the guard.
/// The last test compares both, so a change of the sample has to be a change of the copy.
@Suite(.whereTasksAreControlled, .endsAllTasks) struct SessionStoreMutantTests {
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(.ownThreads) func signOut_duringRenewal_signedInAgain() throws {
    let host = RecordingHost.recording {
      // The lines as the documentation counts them.
      #sourceLocation(file:"SamplesTests/SessionTests.swift",line:9)
      let report = explore {
        let server = TokenServer()
        let store = SessionStore(server: server, clock: ExplorationClock())
        await store.signIn(server.newSession())
        async let token = try? store.accessToken()
        async let signOut: Void = store.signOut()
        _ = await (token, signOut)
        #expect(await !store.isSignedIn)
      }
      #sourceLocation()
      #expect(report.outcome == .failed)
      #expect(report.schedules <= 100)
      #expect(report.repeated == 3)
    }
    let text = try #require(host.texts.first).replacing(#/\(\d+(\.\d+)? .?s\)/#, with: "(0.15 ms)")
      .replacing("SessionStoreMutantTests+SessionStore.swift", with: "SessionStore.swift")
    #expect(host.texts.count == 1)
    // Without lines, or optimized, a text has other details.
    #if os(Linux) && arch(x86_64) && DEBUG
      let expected = """
        Fails under schedule 11 of 1000 (0.15 ms): Expectation failed: await !store.isSignedIn   SessionTests.swift:16
          1  body          begins, goes to TokenServer, stops at SessionTests.swift:12
          2  TokenServer   runs the call of body, goes to SessionStore, stops at SessionTests.swift:12
          3  SessionStore  runs the call of body, stops at SessionTests.swift:13
          4  body          runs, starts A (SessionTests.swift:13), B (SessionTests.swift:14), stops at SessionTests.swift:15
          5  A             runs, goes to SessionStore, stops in SessionStore.accessToken() SessionStore.swift:52
          6  SessionStore  runs the call of A, stops at SessionStore.swift:82   ← overtakes 1 of 1
          7  A             runs, goes to TokenServer, stops at SessionStore.swift:82   ← overtakes 1 of 1; in the order of arrival it passes
          8  B             runs, goes to SessionStore, stops at SessionTests.swift:14
          9  TokenServer   runs the call of A, goes to TokenServer, stops at SessionStore.swift:82
         10  SessionStore  runs the call of B, wakes A
         11  TokenServer   runs the call of A, stops at SessionStore.swift:82
         12  A             runs, goes to SessionStore, stops at SessionStore.swift:86
         13  SessionStore  runs the call of A, stops at SessionTests.swift:13
         14  A             runs, wakes body, ends
         15  body          runs, goes to SessionStore
         16  SessionStore  runs the call of body
         17  body          runs, the body ends
        repeat: explore(replay: "x1-8NYB01101Q2"), or EXPECTATIONS_REPLAY=x1-8NYB01101Q2@signOut_duringRenewal_signedInAgain · it failed 3 times of 3
        """
      #expect(text == expected)
    #else
      #expect(text.hasPrefix("Fails under schedule "))
    #endif
  }

  /// The same body as an ordinary test, many times: the sample always passes, and without the guard, it mostly does.
  @Test(.realTime) func signOut_inOrdinaryRuns_mostlyPasses() async {
    let runs = ProofSize.of(small: 500, full: 10_000)
    var (failed, failedWithGuard) = (0, 0)
    for _ in 0..<runs {
      let server = TokenServer()
      if await !staysSignedOut(SessionStore(server: server), server) { failed += 1 }
      if await !staysSignedOut(Samples.SessionStore(server: server), server) { failedWithGuard += 1 }
    }
    ProofSize.print(
      "without its guard, a session store fails in \(failed) of \(runs) ordinary runs (\(ProofSize.name))")
    #expect(failed < runs / 2)
    #expect(failedWithGuard == 0)
  }

  private func staysSignedOut(_ store: some SignsOut, _ server: TokenServer) async -> Bool {
    await store.signIn(server.newSession())
    async let token = try? store.accessToken()
    async let signOut: Void = store.signOut()
    _ = await (token, signOut)
    return await !store.isSignedIn
  }

  // MARK: The copy

  /// If this fails, `SAMPLES_WRITE=1 swift test --filter SessionStoreMutantTests` writes the copy.
  @Test func sessionStore_isTheSampleWithoutTheGuard() throws {
    let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let sample = here.appendingPathComponent("../../../Sources/Samples/Session/SessionStore.swift").standardized
    let copy = here.appendingPathComponent("SessionStoreMutantTests+SessionStore.swift")
    let expected = try Self.withoutTheGuard(String(contentsOf: sample, encoding: .utf8))
    if ProcessInfo.processInfo.environment["SAMPLES_WRITE"] == "1" {
      try expected.write(to: copy, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: copy, encoding: .utf8) == expected)
  }

  /// The code of the sample as a type of this suite, without comments and without the guard.
  private static func withoutTheGuard(_ sample: String) throws -> String {
    let lines = sample.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.trimmingCharacters(in: .whitespaces).hasPrefix("//") || $0.contains("// MARK: ") }
    let code = lines.filter { $0 != "    guard renewal?.number == number else { return }" }
    try #require(code.count == lines.count - 1)
    let members = code.map { $0.isEmpty ? "" : "  \($0.replacing("public ", with: ""))" }
    return """
      // [documented] `SessionStoreMutantTests` writes and compares this file: `SessionStore.swift` without one guard.

      @testable import Samples

      extension SessionStoreMutantTests {
      \(members.joined(separator: "\n"))}

      """
  }
}

/// What the sample and the copy have in common.
private protocol SignsOut: Actor {
  var isSignedIn: Bool { get }
  func signIn(_ tokens: SessionTokens)
  func signOut()
  func accessToken() async throws(SessionError) -> String
}

extension Samples.SessionStore: SignsOut {}
extension SessionStoreMutantTests.SessionStore: SignsOut {}
