import Leftovers
import Testing

/// Waits for the elements of a stream that nothing ends.
private final class Feed: Sendable {
  private let (posts, input) = AsyncStream.makeStream(of: Int.self)

  func watch() async {
    for await _ in posts {}
  }
}

@Suite(.endsAllTasks(within: .milliseconds(50))) struct TaskTests {
  @Test func leavesATask() {  // FAILS HERE
    Task { await Feed().watch() }
  }

  @Test func leavesATaskOfATask() async {  // FAILS HERE
    await Task { _ = Task { await Feed().watch() } }.value
  }

  @Test func leavesATaskOnTheMainActor() {  // FAILS HERE
    Task { @MainActor in await Feed().watch() }
  }

  @Test func failsAndLeavesATask() {
    Task { await Feed().watch() }
    #expect(Bool(false))  // FAILS HERE
  }

  @Test func throwsAndLeavesATask() throws {  // FAILS HERE
    Task { await Feed().watch() }
    throw CancellationError()
  }

  @Test func endsItsTask() async {
    let task = Task { await Feed().watch() }
    task.cancel()
  }

  @Test func declaresItsTask() {
    backgroundWork { _ = Task { await Feed().watch() } }
  }
}

@Suite struct ObjectTests {
  @Test func leavesAnObject() async {
    await expectReleased("the feed", timeout: .milliseconds(50)) {  // FAILS HERE
      let feed = Feed()
      Task { await feed.watch() }
      return feed
    }
  }

  @Test func leavesTheObjectOfAVariable() async {
    var feed: Feed? = Feed()
    let other = feed
    await expectReleased(&feed, "the feed", timeout: .milliseconds(50))  // FAILS HERE
    withExtendedLifetime(other) {}
  }

  @Test func leavesNothing() async {
    await expectReleased { Feed() }
  }
}
