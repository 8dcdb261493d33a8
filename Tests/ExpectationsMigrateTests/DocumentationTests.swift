// [documented]
import Testing

@testable import ExpectationsMigrate

/// What the article about XCTest shows.
@Suite struct DocumentationTests {
  @Test func article_showsWhatTheToolMakes() {
    let before = """
      let saved = expectation(description: "saved")
      saved.expectedFulfillmentCount = 2
      document.save { saved.fulfill() }
      waitForExpectations(timeout: 0.5)
      """
    let after = """
      let saved = Expectation("saved", count: 2)
      document.save { saved.fulfill() }
      saved.wait(timeout: .milliseconds(500))
      """
    #expect(Rewriting.body(before) == after)
  }
}
