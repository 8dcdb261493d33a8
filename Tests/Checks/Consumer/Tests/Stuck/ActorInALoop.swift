// # An actor computes and others wait for their turn
//
// The actor does not suspend while it rebuilds its index.
import Expectations
import Testing

// [code]
actor Index {
  private var sum = 1.0

  func rebuild(_ begun: AsyncExpectation<Void>) {
    begun.fulfill()
    while sum > 0 { sum = sum * 1.000001 }
  }

  func lookUp(_ word: String) -> Bool { word == "a" }
}

@Test func actorInALoop() async {
  let index = Index()
  let found = Expectation("found")
  let begun = Expectation("begun")
  Task { await index.rebuild(begun) }
  await begun.wait()
  Task {
    _ = await index.lookUp("a")
    found.fulfill()
  }
  await found.wait(timeout: .milliseconds(300))
}
