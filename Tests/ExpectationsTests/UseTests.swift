import Dispatch
import Foundation
import TestSupport
import Testing

import class Expectations.Expectation

@testable import Expectations

/// How a test uses and misuses an expectation.
@Suite struct UseTests {

  @Test func signal_ofAWaitForWhatHasHappened_isAwaited() async {
    let (_, host) = recording {
      let (saved, closed) = (Expectation("saved"), Expectation("closed"))
      saved.fulfill()
      #expect(saved.wait(until: closed))
    }
    let (_, suspended) = await recording {
      let (saved, closed) = (Expectation("saved"), Expectation("closed"))
      saved.fulfill()
      #expect(await saved.wait(until: closed))
    }
    #expect(host.problems + suspended.problems == [])
  }

  // MARK: Handlers

  private struct Refused: Error {}
}
