import Foundation
import Testing

import class Expectations.Expectation

@testable import Expectations

/// Handlers that are released without a call, after which nothing can call them.
@Suite struct HandlerTests {
  private func report(_ body: (Expectation<Int>) -> Void) async -> WaitReport {
    await recording {
      let loaded = Expectation("loaded", of: Int.self)
      body(loaded)
      return await outcome(of: loaded, timeout: .milliseconds(1))
    }.result
  }

  @Test func releasedUncalled_isTheCause() async throws {
    let line = #line
    let report = await report { loaded in
      // A loader that is released before it calls back.
      _ = loaded.handler
      _ = loaded.resultHandler(failure: URLError.self)
    }
    #expect(!report.expectations[0].hasUncalledHandler)
    let time = try #require(report.expectations[0].handlersReleasedTime)
    #expect(time < .zero)
    #expect(
      SteadyText.of(report.description) == """
        Timed out after 0.001 s waiting for "loaded"
          the handler of "loaded" was released before the wait without being called
          ✘ "loaded"  0 of 1   created at HandlerTests.swift:\(line - 7)
        """)
    #expect(report.timeline.contains { $0.kind == .handlersReleased })
  }

  @Test func kept_isNoCause() async {
    let kept = Locked<(@Sendable (Int?, (any Error)?) -> Void)?>(nil)
    let report = await report { loaded in
      _ = loaded.handler
      kept.withLock { $0 = loaded.valueOrErrorHandler }
    }
    #expect(report.expectations[0].handlersReleasedTime == nil)
    #expect(report.expectations[0].hasUncalledHandler)
    kept.withLock { $0 = nil }
  }

  @Test func calledOnce_isNoCause() async {
    let report = await recording {
      let loaded = Expectation("loaded", count: 2)
      let handler = loaded.handler
      defer { withExtendedLifetime(handler) {} }
      handler()
      loaded.errorHandler(nil)
      return await outcome(of: loaded, Expectation("other"), timeout: .milliseconds(1))
    }.result
    #expect(report.expectations.map(\.handlersReleasedTime) == [nil, nil])
    #expect(report.expectations.map(\.hasUncalledHandler) == [false, false])
    #expect(report.expectations[0].isComplete)
  }
}
