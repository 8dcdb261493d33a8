import Testing

@testable import Expectations

@Suite struct WithinTests {
  private struct Refused: Error, Equatable { var number: Int }

  /// A class that is not `Sendable`.
  private final class Receipt { var number = 0 }

  @Test func body_thatEnds_givesItsValue() async throws {
    let number = try await expectNoProblems {
      try await within {
        await Task.yield()
        return 7
      }
    }
    #expect(number == 7)
  }

  /// The body runs on the actor of the caller, so nothing has to be `Sendable`.
  @MainActor @Test func body_onAnActor_usesWhatIsThere() async throws {
    let receipt = Receipt()
    let same = try await within(.seconds(60)) {
      MainActor.assertIsolated()
      await Task.yield()
      receipt.number += 1
      return receipt
    }
    MainActor.assertIsolated()
    #expect(same === receipt && receipt.number == 1)
  }

  @Test func body_thatThrows_itsErrorIsThrown_andNothingRecorded() async {
    await expectNoProblems {
      await #expect(throws: Refused(number: 3)) {
        try await within(.seconds(60)) {
          await Task.yield()
          throw Refused(number: 3)
        }
      }
      // This error is not caused by the cancellation of the caller.
      await #expect(throws: CancellationError.self) { try await within { throw CancellationError() } }
    }
  }

  @Test func body_thatDoesNotEnd_isCancelled_andOneFailureAtTheCall() async throws {
    let wasCancelled = Expectation("cancelled")
    let (_, host) = await recording {
      await #expect(throws: RecordingHost.Stop.self) {
        try await within(.milliseconds(1), description: "photo uploaded") {
          do { try await Task.sleep(for: .seconds(3600)) } catch { wasCancelled.fulfill() }
        }
      }
      #expect(wasCancelled.fulfillmentCount == 1)
    }
    host.expect(.failure(1, #"Timed out after 0.001 s: "photo uploaded" has not ended"#))
    #expect(host.says(#"  "photo uploaded" was cancelled, and has ended"#))
  }

  @Test func body_thatDoesNotStop_isLeftBehind_andNothingIsToldOfItsEnd() async throws {
    let (hanging, ended) = (Expectation("hanging", of: UnsafeContinuation<Void, Never>.self), Expectation("ended"))
    let (_, host) = await recording {
      try? await within(.milliseconds(1), description: "answered") {
        await withUnsafeContinuation { hanging.fulfill($0) }
        ended.fulfill()
      }
    }
    try await hanging.wait().resume()
    await ended.wait()
    host.expect(.failure(1, #"Timed out after 0.001 s: "answered" has not ended"#))
    #expect(host.says(#"  "answered" was cancelled, but did not end in the 0.50 s after that: it may still run"#))
  }

  @Test func withoutTime_itFails() async {
    let (_, host) = await recording { try? await within(.zero) { try await Task.sleep(for: .seconds(3600)) } }
    host.expect(.failure(0, #"Timed out after 0 s: "the body" has not ended"#))
  }

  @Test func caller_thatIsCancelled_endsWithItsBody_andRecordsNothing() async {
    await expectNoProblems {
      let (started, stopped) = (Expectation("started"), Expectation("stopped"))
      let task = Task {
        try await within(.seconds(3600)) {
          started.fulfill()
          try? await Task.sleep(for: .seconds(3600))
          // The body takes some time to stop.
          for _ in 1...3 { await Task.yield() }
          stopped.fulfill()
          // Of a canceled test, the framework would record this error.
          throw Refused(number: 1)
        }
      }
      await started.wait()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(stopped.fulfillmentCount == 1)
    }
  }

  @Test func caller_thatIsCancelled_leavesBehindWhatDoesNotStop() async throws {
    let hanging = Expectation("hanging", of: UnsafeContinuation<Void, Never>.self)
    try await expectNoProblems {
      let task = Task { try await within(.seconds(3600)) { await withUnsafeContinuation { hanging.fulfill($0) } } }
      let continuation = try await hanging.wait()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      continuation.resume()
    }
  }

  @Test func caller_thatIsCancelledAlready_doesNotRunTheBody() async {
    let ran = Locked(false)
    await expectNoProblems {
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        await #expect(throws: CancellationError.self) { try await within(.seconds(60)) { ran.withLock { $0 = true } } }
      }
      await task.value
    }
    #expect(!ran.withLock { $0 })
  }
}
