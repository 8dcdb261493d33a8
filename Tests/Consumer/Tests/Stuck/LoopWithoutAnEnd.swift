// # A loop does not end
//
// The thread computes all the time.
import Expectations
import Foundation
import Testing

// [code]
struct Parser {
  func parse(_ text: String) -> Int {
    var position = 0
    while position < text.utf8.count { position &*= 31 }
    return position
  }
}

@Test func loopWithoutAnEnd() async {
  let parsed = Expectation("parsed")
  Thread {
    _ = Parser().parse("[1, 2")
    parsed.fulfill()
  }.start()
  await parsed.wait(timeout: .milliseconds(300))
}
