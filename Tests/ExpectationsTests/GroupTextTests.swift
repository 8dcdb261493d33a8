import Testing

import class Expectations.Expectation

@testable import Expectations

/// The text of a wait for an expectation that is listed twice.
@Suite struct GroupTextTests {
  @Test func sameTwice_countsOnce() async {
    let line = #line
    let done = Expectation("done")
    done.fulfill()
    #expect(await wait(for: done, done, timeout: .zero, enforceOrder: true))
    let report = await outcome(of: Expectation("a"), done, done, timeout: .zero)
    #expect(
      SteadyText.of(report.description) == """
        Timed out after 0 s waiting for "a": 1 of 2 expectations complete
          ✘ "a"     0 of 1   created at GroupTextTests.swift:\(line + 4)
          ✔ "done"  before the wait  GroupTextTests.swift:\(line + 2), concurrency pool
          with this timeout, the wait checks once and does not sleep
        """)
  }
}
