import Foundation
import Leftovers
import Testing

@testable import Samples

@Suite(.endsAllTasks) struct RedirectPolicyTests {
  @Test(arguments: [
    ("http://a", "http://b", true), ("http://a", "https://a", true), ("https://a", "https://b", true),
    ("https://a", "http://a", false), ("HTTPS://a", "HTTP://a", false), ("http://a", "ftp://a", false),
    ("http://a", "file:///a", false),
  ])
  func refusal_onlyDowngradesAndOtherSchemes(source: String, destination: String, follows: Bool) {
    let refusal = RedirectPolicy().refusal(from: URL(string: source), to: URL(string: destination), after: 0)
    #expect((refusal == nil) == follows)
  }

  @Test func refusal_atTheLimit() {
    let url = URL(string: "http://a")
    #expect(RedirectPolicy(limit: 2).refusal(from: url, to: url, after: 1) == nil)
    #expect(RedirectPolicy(limit: 2).refusal(from: url, to: url, after: 2) != nil)
  }
}
