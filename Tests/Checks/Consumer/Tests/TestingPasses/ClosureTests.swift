import Dispatch
import Expectations
import Testing

/// Closures with a single expression, for which the compiler chooses an overload by the result of the closure.
@Suite struct ClosureTests {
  @Test func wait_onlyStatementOfAClosure_returnsABool() async {
    let (done, waited) = (Expectation("done"), Expectation("waited", count: 3))
    done.fulfill()
    DispatchQueue.global().async { done.wait() }
    Task { await done.wait() }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await done.wait() }
    }
    for _ in 1...3 { waited.handler() }
    #expect(await waited.wait())
  }

  @Test func handler_withoutAValue_isACompletionHandler() async {
    let removed = Expectation("removed")
    remove(completion: removed.handler)
    #expect(await removed.wait())
  }

  private func remove(completion: @escaping @Sendable () -> Void) {
    DispatchQueue.global().async { completion() }
  }
}
