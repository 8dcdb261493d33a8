import Dispatch
import Expectations
import Foundation
import Leftovers
import Observation
import TestSupport
import Testing

/// Parts of the library that go on after the code that began them, although no task does.
@Suite struct OngoingTests {
  private static let short = Duration.milliseconds(50)
  private static let name = Notification.Name("changed")

  /// Returns the lines of the one failure of a scope whose code returns something that is still held then.
  private func lines<Kept>(_ body: () async -> Kept) async throws -> [Substring] {
    var kept: Kept?
    let found = await issues { await endsAllTasks(within: Self.short) { kept = await body() } }
    // No test need wait for it.
    _ = (kept as? AsyncExpectation<Void>)?.fulfillmentCount
    try #require(found.count <= 1, "\(found)")
    return found.first?.text.split(separator: "\n") ?? []
  }

  private static let headline = "Not everything that this code began has ended:"

  @Test func observer() async throws {
    let observing = #line + 1
    let lines = try await lines { Expectation(notification: Self.name, center: NotificationCenter(), count: 0) }
    #expect(
      lines == [
        Substring(Self.headline),
        "  \"changed\", created at OngoingTests.swift:\(observing), still observes its notification",
      ])
  }

  @Test func handler() async throws {
    let creating = #line + 2
    let lines = try await lines {
      let loaded = Expectation("loaded", of: Int.self)
      let (kept, _) = (loaded.handler, loaded.handler)
      kept(1)
      _ = try? await loaded.wait()
      return kept
    }
    #expect(
      lines == [
        Substring(Self.headline), "  a handler of \"loaded\", created at OngoingTests.swift:\(creating), is still held",
      ])
  }

  /// Its task goes on, too.
  @Test func recorder() async throws {
    let (numbers, input) = AsyncStream.makeStream(of: Int.self)
    let creating = #line + 1
    let lines = try await lines { Recorder(numbers, description: "numbers") }
    #expect(lines.first?.hasPrefix("Not all tasks of this code have ended") == true)
    #expect(
      lines.contains("  the recorder \"numbers\", created at OngoingTests.swift:\(creating), still records"),
      "\(lines)")
    input.finish()
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func recorder_ofAModel() async throws {
    let model = ObservedModel()
    let creating = #line + 2
    let lines = try await lines {
      let states = Recorder(observing: { model.state }, description: "states")
      states.dismiss()
      return states
    }
    #expect(
      lines == [
        Substring(Self.headline), "  the recorder \"states\", created at OngoingTests.swift:\(creating), still records",
      ])
  }

  @Test func sleeperOfAManualClock() async throws {
    let sleeper = Locked<Task<Void, any Error>?>(nil)
    let lines = try await lines {
      let clock = ManualClock()
      // A detached task is not one of this code.
      sleeper.withLock { $0 = Task.detached { try await clock.sleep(for: .seconds(5)) } }
      await clock.waitForSleepers(1)
      return clock
    }
    #expect(lines.first == Substring(Self.headline) && lines.count == 2)
    #expect(lines.last?.hasPrefix("  a manual clock is at 0.000 s; 1 sleeper") == true, "\(lines)")
    sleeper.withLock { $0?.cancel() }
  }

  /// A task that ends in the grace period ends the wait, which does not last as long as it may.
  @Test(.timeLimit(.minutes(1))) func endInTheGracePeriod_passes() async throws {
    let held = Locked<(@Sendable () -> Void)?>(nil)
    await endsAllTasks(within: .seconds(600)) {
      let loaded = Expectation("loaded")
      held.withLock { $0 = loaded.handler }
      loaded.fulfill()
      await loaded.wait()
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(30)) {
        let handler = held.withLock { $0.take() }
        withExtendedLifetime(handler) {}
      }
    }
  }

  /// In an inner scope, it is not that of the outer one. Earlier objects belong to none.
  @Test func scopes_haveTheirOwn() async throws {
    let before = Expectation(notification: Self.name, center: NotificationCenter(), count: 0)
    let found = await issues {
      await endsAllTasks(within: .zero) {
        let inner = await endsAllTasks(within: .zero) {
          Expectation(notification: Self.name, center: NotificationCenter(), count: 0)
        }
        await inner.wait(timeout: .zero)
      }
    }
    #expect(found.count == 1, "\(found)")
    await before.wait(timeout: .zero)
  }

  @Test func whatHasEnded_isNoFailure() async throws {
    // It observes until a wait for it is over.
    let observer = try await lines {
      let center = NotificationCenter()
      let changed = Expectation(notification: Self.name, center: center)
      center.post(name: Self.name, object: nil)
      await changed.wait()
      return changed
    }
    #expect(observer.isEmpty)
    let handler = try await lines {
      let loaded = Expectation("loaded")
      loaded.handler()
      await loaded.wait()
      return loaded
    }
    #expect(handler.isEmpty)
    let recorder = try await lines {
      let (numbers, input) = AsyncStream.makeStream(of: Int.self)
      let recorder = Recorder(numbers)
      input.finish()
      try? await recorder.finish()
      return recorder
    }
    #expect(recorder.isEmpty)
    // It records what other code passes to it, so nothing tells when that ends.
    #expect(try await lines { Recorder<Int>("numbers") }.isEmpty)
    let declared = try await lines {
      backgroundWork { Expectation(notification: Self.name, center: NotificationCenter(), count: 0) }
    }
    #expect(declared.isEmpty)
    // Neither do released objects count, nor is the list of them kept.
    #expect(try await lines { for _ in 0..<1_000 { _ = ManualClock() } }.isEmpty)
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@Observable final class ObservedModel: @unchecked Sendable {
  // Sendable: one task at a time uses it.
  var state = 0
}
