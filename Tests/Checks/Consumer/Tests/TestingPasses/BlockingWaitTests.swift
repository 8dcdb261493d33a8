import Dispatch
import Expectations
import Testing

@Suite struct BlockingWaitTests {
  @Test func wait_blocking_fulfilledOnAnotherThread_returnsTrue() {
    let done = Expectation("done")
    DispatchQueue.global().async { done.fulfill() }
    #expect(done.wait())
  }

  @Test func wait_blocking_fulfilledOnTheMainQueue_returnsTheValue() throws {
    let answer = Expectation("answer", of: Int.self)
    DispatchQueue.main.async { answer.fulfill(42) }
    #expect(try answer.wait() == 42)
  }

  @Test func wait_blocking_fulfilledWithAnError_throwsIt() {
    let loaded = Expectation("loaded", of: String.self)
    DispatchQueue.global().async { loaded.valueOrErrorHandler(nil, LoadError.refused) }
    #expect(throws: LoadError.refused) { try loaded.wait() }
  }

  @Test func waitForAll_blocking_inOrder_returnsTrue() {
    let opened = Expectation("opened")
    let saved = Expectation("saved")
    DispatchQueue.global().async {
      opened.fulfill()
      saved.fulfill()
    }
    #expect(wait(for: [opened, saved], enforceOrder: true))
  }

  @Test func waitForAny_blocking_oneComes_returnsItsIndex() {
    let hit = Expectation("hit")
    let miss = Expectation("miss")
    DispatchQueue.global().async { hit.fulfill() }
    #expect(wait(forAnyOf: [hit, miss]) == 0)
  }

  @Test func values_blocking_bothCome_returnsATypedTuple() throws {
    let name = Expectation("name", of: String.self)
    let size = Expectation("size", of: Int.self)
    DispatchQueue.global().async {
      name.fulfill("map")
      size.fulfill(3)
    }
    let (gotName, gotSize) = try values(of: name, size)
    #expect(gotName == "map")
    #expect(gotSize == 3)
  }

  @Test func outcome_blocking_notHappeningInTheWindow_isSuccess() {
    let alarm = Expectation("alarm", count: 0)
    #expect(report(of: [alarm], timeout: .milliseconds(50)).isSuccess)
  }
}
