// # A loop does not end
//
// The thread computes all the time.
import Expectations
import Foundation
import Testing

// [code]
struct Parser {
  func parse(_ length: Int) -> Int {
    var position = 0
    while position < length { position = position &* 31 % 7 }
    return position
  }
}

@Test func loopWithoutAnEnd() async {
  let parsed = Expectation("parsed")
  Thread {
    _ = Parser().parse(6)
    parsed.fulfill()
  }.start()
  await parsed.wait(timeout: .milliseconds(300))
}
