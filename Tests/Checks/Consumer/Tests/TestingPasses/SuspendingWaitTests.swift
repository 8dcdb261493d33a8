import Dispatch
import Expectations
import Testing

@Suite struct SuspendingWaitTests {
  @Test func wait_fulfilledOnAnotherThread_returnsTrue() async {
    let done = Expectation("done")
    DispatchQueue.global().async { done.fulfill() }
    #expect(await done.wait())
  }

  @Test @MainActor func wait_onTheMainActor_letsTheMainActorWork() async throws {
    let answer = Expectation("answer", of: Int.self)
    Task { @MainActor in answer.fulfill(42) }
    #expect(try await answer.wait() == 42)
  }

  @Test func wait_handlerPassedAsCompletion_returnsTheValue() async throws {
    let loaded = Expectation("loaded", of: String.self)
    load("page", completion: loaded.handler)
    #expect(try await loaded.wait() == "page")
  }

  @Test func wait_handlerOfAResult_returnsTheValue() async throws {
    let loaded = Expectation("loaded", of: String.self)
    let completion: @Sendable (Result<String, LoadError>) -> Void = loaded.resultHandler()
    DispatchQueue.global().async { completion(.success("page")) }
    #expect(try await loaded.wait() == "page")
  }

  @Test func wait_fulfilledWithAnError_throwsIt() async {
    let loaded = Expectation("loaded", of: String.self)
    Task.detached { loaded.fulfill(throwing: LoadError.refused) }
    await #expect(throws: LoadError.refused) { try await loaded.wait() }
  }

  @Test func wait_notHappeningInTheWindow_returnsTrue() async {
    let alarm = Expectation("alarm", count: 0)
    #expect(await alarm.wait(timeout: .milliseconds(50)))
  }

  @Test func waitForAll_inOrder_returnsTrue() async {
    let opened = Expectation("opened")
    let saved = Expectation("saved", of: Bool.self)
    Task {
      opened.fulfill()
      saved.fulfill(true)
    }
    #expect(await wait(for: [opened, saved], enforceOrder: true))
  }

  @Test func waitForAny_oneComes_returnsItsIndex() async {
    let hit = Expectation("hit")
    let miss = Expectation("miss", of: Int.self)
    Task { miss.fulfill(1) }
    #expect(await wait(forAnyOf: [hit, miss]) == 1)
  }

  @Test func values_bothCome_returnsATypedTuple() async throws {
    let name = Expectation("name", of: String.self)
    let size = Expectation("size", of: Int.self)
    load("map", completion: name.handler)
    Task { size.fulfill(3) }
    let (gotName, gotSize) = try await values(of: name, size)
    #expect(gotName == "map")
    #expect(gotSize == 3)
  }

  @Test func outcome_timedOut_recordsNothing() async {
    let never = Expectation("never")
    #expect(await report(of: [never], timeout: .zero).outcome == .timedOut)
  }

  @Test func wait_cancelled_throwsCancellationError() async {
    let never = Expectation("never", of: Int.self)
    let waiting = Task { try await never.wait() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }
}

enum LoadError: Error {
  case refused
}

/// An asynchronous operation, like those of the code under test.
func load(_ name: String, completion: @escaping @Sendable (String) -> Void) {
  DispatchQueue.global().async { completion(name) }
}
