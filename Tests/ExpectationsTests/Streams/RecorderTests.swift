import Dispatch
import TestSupport
import Testing

@testable import Expectations

/// The results of a recorder's calls.
@Suite struct RecorderTests {
  @Test func event_afterTheVerdict_butBeforeTheCallReturns_isForTheNextCall() async throws {
    let (_, host) = try await recording {
      let events = Recorder<Int>("events")
      let call = RecorderCall(events.storage, .events(1), timeout: .zero, clock: nil, site: events.storage.createdAt)
      let key = events.storage.addDemand(for: .events(1), target: call.target)
      _ = await Wait.suspend(call.request)
      events.record(1)
      #expect(events.storage.removeDemand(key, fails: true).answer == nil)
      let event = try await events.next(timeout: .zero)
      #expect(event == 1)
    }
    #expect(host.problems == [])
  }

  /// The first pending call has no time left, but has not returned yet.
  @Test func next_afterACallThatHasGivenUp_isAnswered() async throws {
    let storage = RecorderStorage<Int>("numbers", createdAt: .here)
    func target() -> Expectations.Expectation<Void> {
      Expectation(
        "numbers", bounds: FulfillmentBounds(exactly: 1), queue: nil, createdAt: .here, host: storage.host)
    }
    let (first, second) = (target(), target())
    let keys = [storage.addDemand(for: .events(3), target: first), storage.addDemand(for: .events(1), target: second)]
    let late = WaitRequest([first], failures: .none, timeout: .zero, site: .here)
    _ = await Wait.suspend(late)
    storage.record(7, at: nil)
    #expect(storage.removeDemand(keys[1], fails: false).consumed == [7])
    #expect(storage.removeDemand(keys[0], fails: true).consumed == [])
    let request = WaitRequest([second], failures: .none, timeout: .zero, site: .here)
    #expect(await Wait.suspend(request).isSuccess)
  }
}

extension CallSite {
  fileprivate static let here = CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
}
