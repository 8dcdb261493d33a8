import Dispatch
import Foundation
import TestSupport
import Testing

import class Expectations.Expectation

@testable import Expectations

/// What is said when nothing holds an expectation but the test that waits for it. Optimized builds, other compilers and
/// other systems say nothing.
@Suite(.serialized) struct UnheldTests {
  #if DEBUG && os(Linux) && compiler(>=6.3) && compiler(<6.4)
    private static let isKnown = true
  #else
    private static let isKnown = false
  #endif

  /// Keeps a closure, as a service does.
  private final class Service: @unchecked Sendable {
    private var closure: (@Sendable () -> Void)?
    func keep(_ closure: @escaping @Sendable () -> Void) { self.closure = closure }
    func drop(_ closure: @escaping @Sendable () -> Void) {}
    func forget() { closure = nil }
  }

  private static func unheld(_ host: RecordingHost) -> [Bool] {
    host.problems.compactMap { $0.report?.expectations.map(\.isUnheld) }.flatMap { $0 }
  }

  private static let brief = Duration.milliseconds(5)

  /// Returns as soon as a wait at this line has begun.
  private static func waitBegins(at line: Int) async {
    let isLive = {
      Engine.withLock { state in
        state.machine.waits.values.contains { wait in
          wait.parameters.place.site.map { "\($0)" == "UnheldTests.swift:\(line)" } ?? false
        }
      }
    }
    try? await eventually("the wait begins", pollingInterval: .milliseconds(1)) { isLive() }
  }

  // MARK: Nothing holds it

  @Test func nothingEverHeldIt_isSaid() async {
    let host = await recording {
      let saved = Expectation("saved")
      Service().drop { saved.fulfill() }
      await saved.wait(timeout: Self.brief)
    }.host
    #expect(Self.unheld(host) == [Self.isKnown])
  }

  @Test func nothingEverHeldIt_isSaidOfEachForm() async {
    let host = await recording {
      let (saved, loaded, other) = (Expectation("saved"), Expectation("loaded", of: Int.self), Expectation("other"))
      _ = saved
      let typed = Expectation("typed", of: Int.self)
      _ = try? await typed.wait(timeout: Self.brief)
      let equal = Expectation("equal", of: Int.self)
      try? await equal.wait(equals: 3, timeout: Self.brief)
      let (first, second) = (Expectation("first", of: Int.self), Expectation("second", of: Int.self))
      let (a, b) = (first, second)
      _ = try? await values(of: a, b, timeout: Self.brief)
      _ = (loaded.values, other.fulfillmentCount, saved.fulfillmentCount)
    }.host
    // Two constants hold `first` and `second`, so of them nothing is said.
    let known = [Self.isKnown, Self.isKnown]
    #expect(Self.unheld(host) == known + [false, false])
  }

  @Test(.realTime) func theLastClosureGoesDuringTheWait_isSaid() async {
    let service = Service()
    let line = #line + 8
    let host = await recording {
      let saved = Expectation("saved")
      service.keep { saved.fulfill() }
      Task {
        await Self.waitBegins(at: line)
        service.forget()
      }
      await saved.wait(timeout: .milliseconds(300))
    }.host
    #expect(Self.unheld(host) == [Self.isKnown])
  }

  @Test(.realTime) func theTaskEndsDuringTheWait_isSaid() async {
    let line = #line + 9
    let host = await recording {
      let saved = Expectation("saved")
      let isReady = Locked(false)
      Task {
        await Self.waitBegins(at: line)
        guard isReady.withLock({ $0 }) else { return }
        saved.fulfill()
      }
      await saved.wait(timeout: .milliseconds(300))
    }.host
    #expect(Self.unheld(host) == [Self.isKnown])
  }

  @Test(.ownThreads) func aBlockingWait_saysItToo() {
    let host = recording {
      let saved = Expectation("saved")
      Service().drop { saved.fulfill() }
      saved.wait(timeout: Self.brief)
    }.host
    #expect(Self.unheld(host) == [Self.isKnown])
  }

  // MARK: Something may hold it

  private struct Spy: Waitable {
    let uploaded = Expectation("uploaded")
    var waitTarget: WaitTarget { uploaded.waitTarget }
  }

  private final class SpyObject: Waitable {
    let uploaded = Expectation("uploaded", of: Int.self)
    var waitTarget: WaitTarget { uploaded.waitTarget }
  }

  private final class Owner: Sendable {
    static let shared = Expectation("shared")
    let saved = Expectation("saved")
    func wait() async { await saved.wait(timeout: UnheldTests.brief) }
  }

  @Test func whatAClosureHolds_isNotSaid() async {
    let service = Service()
    let host = await recording {
      let saved = Expectation("saved")
      service.keep { saved.fulfill() }
      await saved.wait(timeout: Self.brief)
      let weakly = Expectation("weakly")
      service.keep { [weak weakly] in weakly?.fulfill() }
      await weakly.wait(timeout: Self.brief)
      let unowned = Expectation("unowned")
      service.keep { [unowned unowned] in unowned.fulfill() }
      await unowned.wait(timeout: Self.brief)
      let handled = Expectation("handled")
      service.keep(handled.handler)
      await handled.wait(timeout: Self.brief)
      service.forget()
    }.host
    #expect(Self.unheld(host) == [false, false, false, false])
  }

  @Test func whatAPropertyOrVariableHolds_isNotSaid() async {
    let service = Service()
    let host = await recording {
      let owner = Owner()
      service.keep { owner.saved.fulfill() }
      await owner.saved.wait(timeout: Self.brief)
      await owner.wait()
      await Owner.shared.wait(timeout: Self.brief)
      let spy = Spy()
      service.keep { spy.uploaded.fulfill() }
      await wait(for: spy, timeout: Self.brief)
      await spy.uploaded.wait(timeout: Self.brief)
      let all = [Expectation("1")]
      service.keep { all[0].fulfill() }
      await all[0].wait(timeout: Self.brief)
      for one in all { await one.wait(timeout: Self.brief) }
      let optional: Expectation<Void>? = Expectation("optional")
      service.keep { optional?.fulfill() }
      await optional?.wait(timeout: Self.brief)
      let (first, second) = (Expectation("first"), Expectation("second"))
      service.keep {
        first.fulfill()
        second.fulfill()
      }
      await wait(for: first, second, timeout: Self.brief)
      await wait(for: [first, second], timeout: Self.brief)
      _ = await wait(forAnyOf: first, second, timeout: Self.brief)
      service.forget()
    }.host
    let unheld = Self.unheld(host)
    #expect(unheld.count == 14 && unheld.allSatisfy { !$0 }, "\(unheld)")
  }

  /// The closure holds the object, and the object its expectation.
  @Test func whatAWaitableObjectHolds_isNotSaid() async {
    let service = Service()
    let host = await recording {
      let spy = SpyObject()
      service.keep { spy.uploaded.fulfill(1) }
      await wait(for: spy, timeout: Self.brief)
      await wait(for: [spy], timeout: Self.brief)
      _ = await wait(forAnyOf: [spy], timeout: Self.brief)
      await outcome(of: [spy], timeout: Self.brief).record()
      await outcome(of: spy, timeout: Self.brief).record()
      _ = try? await values(of: spy.uploaded, Expectation("other", of: Int.self), timeout: Self.brief)
      _ = try? await spy.uploaded.wait(timeout: Self.brief)
      _ = try? await spy.uploaded.failure(timeout: Self.brief)
      service.forget()
    }.host
    let unheld = Self.unheld(host)
    #expect(unheld.count == 9 && unheld.allSatisfy { !$0 }, "\(unheld)")
  }

  @Test func whatATaskHolds_isNotSaid() async {
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    let host = await recording {
      let saved = Expectation("saved")
      let task = Task {
        for await _ in gate {}
        saved.fulfill()
      }
      await saved.wait(timeout: .milliseconds(30))
      opener.finish()
      await task.value
    }.host
    #expect(Self.unheld(host) == [false])
  }

  @Test func aNotification_isNotSaid() async {
    let host = await recording {
      let posted = Expectation(notification: Notification.Name("unheld"))
      await posted.wait(timeout: Self.brief)
    }.host
    #expect(Self.unheld(host) == [false])
  }
}
