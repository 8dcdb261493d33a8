// # A `break` leaves the loop
//
// The parser should skip empty lines. It stops at the first one, before the line that ends the feed.
import Dispatch
import Expectations
import Testing

// [code]
protocol FeedDelegate: AnyObject, Sendable {
  func feedDidRead(_ title: String)
  func feedDidEnd()
}

final class FeedParser: Sendable {
  private let queue = DispatchQueue(label: "feed")

  func parse(_ lines: [String], delegate: any FeedDelegate) {
    queue.async {
      for line in lines {
        if line.isEmpty { break }  // ✘
        if line == "END" { delegate.feedDidEnd() } else { delegate.feedDidRead(line) }
      }
    }
  }
}

final class FeedScreen: FeedDelegate {
  private let onEnd: @Sendable () -> Void

  init(onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }

  func feedDidRead(_ title: String) { print(title) }

  func feedDidEnd() { onEnd() }
}

@Test func breakLeavesTheLoop() async {
  let ended = Expectation("feed ended")
  let screen = FeedScreen { ended.fulfill() }
  FeedParser().parse(["First", "", "Second", "END"], delegate: screen)
  await ended.wait(timeout: .milliseconds(300))
}
