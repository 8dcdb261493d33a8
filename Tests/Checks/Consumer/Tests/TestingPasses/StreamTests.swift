import Dispatch
import Expectations
import Foundation
import Testing

@Suite struct StreamTests {
  @Test func sequence() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let events = Recorder(stream)
    DispatchQueue.global().async {
      for number in 1...4 { continuation.yield(number) }
      continuation.finish()
    }
    #expect(try await events.next() == 1)
    #expect(try await events.next(2) == [2, 3])
    await events.skip(1)
    try await events.finish()
    #expect(events.elements == [1, 2, 3, 4])
  }

  @Test func pushed_blocking() throws {
    let events = Recorder<String>("events")
    DispatchQueue.global().async {
      events.record("done")
      events.record(throwing: URLError(.timedOut))
    }
    #expect(try events.next(timeout: .seconds(5)) == "done")
    #expect(try events.failure(timeout: .seconds(5)) is URLError)
    #expect(events.expectNone(for: .milliseconds(1)))
  }

  @Test func notification() async throws {
    let (center, name) = (NotificationCenter(), Notification.Name("saved"))
    let saved = Expectation(notification: name, object: nil, center: center, count: 2, where: { $0.userInfo != nil })
    let version = Expectation(notification: name, center: center, count: 2) { $0.userInfo?["version"] as? Int }
    for number in 1...2 { center.post(name: name, object: nil, userInfo: ["version": number]) }
    #expect(version.values == [1, 2])
    #expect(await saved.wait(timeout: .seconds(5)))
  }
}
