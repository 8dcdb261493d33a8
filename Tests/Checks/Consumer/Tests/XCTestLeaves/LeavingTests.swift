import Leftovers
import XCTest

/// Waits for the elements of a stream that nothing ends.
private final class Feed: Sendable {
  private let (posts, input) = AsyncStream.makeStream(of: Int.self)

  func watch() async {
    for await _ in posts {}
  }
}

final class BlockingTaskTests: XCTestCase {
  func testLeavesATask() {
    Task { await Feed().watch() }
  }

  override func invokeTest() { endsAllTasks(within: .milliseconds(50)) { super.invokeTest() } }  // FAILS HERE
}

final class SuspendingTaskTests: XCTestCase {
  func testLeavesATask() async {
    await endsAllTasks(within: .milliseconds(50)) {  // FAILS HERE
      await Task.yield()
      Task { await Feed().watch() }
    }
  }
}

final class ObjectTests: XCTestCase {
  func testLeavesAnObject() {
    expectReleased("the feed", timeout: .milliseconds(50)) {  // FAILS HERE
      let feed = Feed()
      Task { await feed.watch() }
      return feed
    }
  }

  func testLeavesAnObject_inAnAsynchronousTest() async {
    await expectReleased("the feed", timeout: .milliseconds(50)) {  // FAILS HERE
      let feed = Feed()
      await Task.yield()
      Task { await feed.watch() }
      return feed
    }
  }

  func testLeavesTheObjectOfAVariable() {
    var feed: Feed? = Feed()
    let other = feed
    expectReleased(&feed, "the feed", timeout: .milliseconds(50))  // FAILS HERE
    withExtendedLifetime(other) {}
  }
}

/// Nothing is wrong here.
final class NothingLeftTests: XCTestCase {
  override func invokeTest() { endsAllTasks { super.invokeTest() } }

  func testEndsItsTasks() async {
    let task = Task { await Feed().watch() }
    task.cancel()
    await expectReleased { Feed() }
  }
}
