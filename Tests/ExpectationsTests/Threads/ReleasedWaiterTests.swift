import Testing

@testable import Expectations

/// When a waiter is released, it may hold the last reference to an object that uses this library.
@Suite struct ReleasedWaiterTests {
  private final class DemandingWaiter: Waiter {
    func grant(_ decision: Decision) {}
    func wake() {}
    deinit { Engine.withLock { _ = $0.tick() } }
  }

  @Test(arguments: [true, false]) func waiter_isReleasedOutsideTheLock(isFulfilled: Bool) throws {
    let site = CallSite(fileID: "M/F.swift", filePath: "/F.swift", line: 1, column: 1)
    let event = InternalEvent("an event", at: site)
    weak var waiter: DemandingWaiter?
    let wait = Engine.withLock { state in
      let now = state.tick().fair
      let deadline = now.advanced(by: 60_000_000_000)
      let made = DemandingWaiter()
      waiter = made
      let place = FulfillmentPlace(site: nil, thread: .main)
      let beginning = state.machine.begin(
        [WaitMember(expectation: event.expectation.key(in: &state))],
        parameters: WaitParameters(
          rule: .all, endsOnSuccess: true, place: place, deadline: deadline, invertedDeadline: deadline),
        waiter: WaiterReference(object: made), at: now)
      return if case .pending(let key, _) = beginning { key } else { nil as SlotKey? }
    }
    let key = try #require(wait)
    #expect(waiter != nil)
    // In both cases, only the machine holds the waiter when its wait ends.
    if isFulfilled { event.send() } else { Engine.abandon(key) }
    #expect(Engine.withLock { !$0.machine.isLive(key) })
    #expect(waiter == nil)
  }
}
