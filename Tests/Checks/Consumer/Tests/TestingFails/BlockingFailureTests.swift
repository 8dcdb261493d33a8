import Dispatch
import Expectations
import Testing

/// Each test with a marked line has one problem; the other tests have none.
@Suite struct BlockingFailureTests {
  @Test func timeout_ofValues() throws {
    let (done, never) = (Expectation("done", of: Int.self), Expectation("never", of: Int.self))
    done.fulfill(1)
    try values(of: done, never, timeout: .milliseconds(20))  // FAILS HERE
  }

  @Test func neverWaitedFor() {
    _ = Expectation("forgotten")  // FAILS HERE
  }

  @Test func impossibleCount_emptyRange() throws {
    let absurd = Expectation("absurd", of: Int.self, count: 1..<1)  // FAILS HERE
    try absurd.wait(timeout: .milliseconds(20))
  }

  @Test func error_thatIsNotThrown() {
    let loaded = Expectation("loaded")
    DispatchQueue.global().async { loaded.fulfill(throwing: LoadError.refused) }
    loaded.wait()  // FAILS HERE
  }

  // Swift Testing records a thrown error at the declaration of the test.
  @Test func error_thrown() throws {  // FAILS HERE
    let loaded = Expectation("loaded", of: Int.self)
    DispatchQueue.global().async { loaded.fulfill(throwing: LoadError.refused) }
    try loaded.wait()
  }

  @Test func unharmed() {
    let done = Expectation("done")
    DispatchQueue.global().async { done.fulfill() }
    #expect(done.wait())
  }
}

enum LoadError: Error {
  case refused
}
