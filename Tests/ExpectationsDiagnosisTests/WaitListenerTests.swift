// [documented] The documentation shows lines of this file, and `DocumentedCodeTests` compares them.
import Foundation
import TestSupport
import Testing

import class Expectations.Expectation

@testable import Expectations
@testable import ExpectationsDiagnosis

private func log(_ line: String) { lines.withLock { $0.append(line) } }
private let lines = Locked<[String]>([])

private final class WaitLogger: WaitListener {
  func waitBegan(_ event: WaitEvent) { log("\(event.place): waits for \(event.waitedFor)") }
  func waitProgressed(_ event: WaitEvent) { log("\(event.place): \(event)") }
  func waitEnded(_ event: WaitEvent) { log("\(event.place): \(event)") }
}

/// Keeps all events, and may do something at each.
private final class Events: WaitListener {
  enum Kind { case began, progressed, ended }
  private let list = Locked<[(kind: Kind, event: WaitEvent)]>([])
  private let onEvent: @Sendable (Events, Kind) -> Void

  init(_ onEvent: @escaping @Sendable (Events, Kind) -> Void = { _, _ in }) { self.onEvent = onEvent }

  func waitBegan(_ event: WaitEvent) { note(.began, event) }
  func waitProgressed(_ event: WaitEvent) { note(.progressed, event) }
  func waitEnded(_ event: WaitEvent) { note(.ended, event) }

  private func note(_ kind: Kind, _ event: WaitEvent) {
    list.withLock { $0.append((kind, event)) }
    onEvent(self, kind)
  }

  var all: [(kind: Kind, event: WaitEvent)] { list.withLock { $0 } }

  /// What has come, and nothing that came before.
  func take() -> [(kind: Kind, event: WaitEvent)] {
    list.withLock { list in
      defer { list = [] }
      return list
    }
  }
}

/// Notes the order of an end and its explanation.
private final class Order: RunObserver {
  let calls = Locked<[String]>([])
  var watchesProgress: Bool { false }
  func waitBegan(_ wait: WaitFacts) {}
  func waitProgressed(_ wait: WaitFacts) {}
  func waitEnded(_ wait: WaitFacts, _ end: WaitEnd) { calls.withLock { $0.append("ended") } }
  func waitsTimedOut(_ proceed: @escaping @Sendable () -> Void) { proceed() }
  func lines(for wait: WaitFacts) -> (own: [String], others: String?) {
    calls.withLock { $0.append("explained") }
    return (["own"], "others")
  }
  func testsChanged() {}
  func failureRecorded(in test: String?) {}
}

private func block() {
  let soon = Expectation("soon")
  DispatchQueue.global().asyncAfter(deadline: .now() + 0.05) { soon.fulfill() }
  _ = soon.wait()
}

extension CallSite {
  fileprivate static let test = CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
}

/// What listeners learn. Each test has a process of its own, in which nothing else waits.
#if os(Linux) || os(macOS)
  @Suite(.ownThreads) struct WaitListenerTests {
    @Test func waitForSeveral_tellsEachFulfillment() async {
      await #expect(processExitsWith: .success) {
        let events = Events()
        WaitListeners.add(events)
        WaitListeners.add(events)
        // The line of code in an exit test is that of its macro.
        let (one, two) = (Expectation("one", count: 2), Expectation("two"))
        async let waits: Bool = wait(for: [one, two], timeout: .seconds(60), line: 4_711)
        while !WaitListeners.hasLive { await Task.yield() }
        one.fulfill()
        two.fulfill()
        one.fulfill()
        #expect(await waits)
        let all = events.take()
        #expect(all.map(\.kind) == [.began, .progressed, .progressed, .ended])
        #expect(all.map { $0.event.parts.map(\.fulfillments) } == [[0, 0], [1, 0], [1, 1], [2, 1]])
        #expect(all.map { $0.event.parts.filter(\.isComplete).count } == [0, 0, 1, 2])
        #expect(Set(all.map(\.event.wait)).count == 1)
        #expect(all.allSatisfy { $0.event.waitedFor == "\"one\", \"two\"" && $0.event.evaluations == nil })
        #expect(all.allSatisfy { $0.event.limit == .seconds(60) && $0.event.place.line == 4_711 })
        #expect(all.map { $0.event.outcome == nil } == [true, true, true, false])
        #expect(all.last?.event.outcome == .completed)
        WaitListeners.remove(events)
        let three = Expectation("three")
        three.fulfill()
        await three.wait()
        #expect(events.all.isEmpty)
      }
    }

    @Test func shortWaits_timeouts_andBlockingWaits_areTold() async {
      await #expect(processExitsWith: .success) {
        let events = Events()
        WaitListeners.add(events)
        let ready = Expectation("ready")
        ready.fulfill()
        await ready.wait()
        #expect(events.take().map(\.event.outcome) == [nil, .completed], "a wait that never sleeps has two events")
        let never = Expectation("never")
        _ = await report(of: [never], timeout: .milliseconds(20))
        let all = events.take()
        #expect(all.map(\.kind) == [.began, .ended])
        #expect(all.last?.event.outcome == .timedOut)
        #expect((all.last?.event.elapsed ?? .zero) >= .milliseconds(20))
        block()
        #expect(events.take().map(\.event.outcome) == [nil, .completed])
      }
    }

    /// An explanation takes time, which is not that of the wait. Its line of other tests is the last one.
    @Test func explanation_comesAfterTheEnd() async {
      await #expect(processExitsWith: .success) {
        let order = Order()
        RunObservers.set(order)
        await withKnownIssue { _ = try await eventually("true", timeout: .milliseconds(20)) { false } }
        await withKnownIssue { _ = try await Recorder<Int>("events").next(timeout: .milliseconds(20)) }
        #expect(order.calls.withLock { $0 } == ["ended", "explained", "ended", "explained"])
        await withKnownIssue {
          await Expectation("saved").wait(timeout: .milliseconds(20))
        } matching: {
          $0.error.map { "\($0)".hasSuffix("\n  others") } ?? false
        }
      }
    }

    /// A call that finds its event waits for nothing, and tells nothing.
    @Test func callOfARecorder_isOneWait() async {
      await #expect(processExitsWith: .success) {
        let events = Events()
        WaitListeners.add(events)
        let (steps, input) = AsyncStream.makeStream(of: Int.self)
        let recorder = Recorder(steps, description: "steps")
        async let first = recorder.next(2)
        while !WaitListeners.hasLive { await Task.yield() }
        for step in 1...3 { input.yield(step) }
        let two = try await first
        #expect(two == [1, 2])
        let all = events.take()
        #expect(all.map(\.kind) == [.began, .ended])
        #expect(all.allSatisfy { $0.event.waitedFor == "\"steps\"" } && all.last?.event.outcome == .completed)
        while recorder.unconsumed.isEmpty { await Task.yield() }
        let last = try await recorder.next()
        #expect(last == 3)
        #expect(events.take().isEmpty)
        input.finish()
      }
    }

    @Test func condition_tellsEachEvaluation() async {
      await #expect(processExitsWith: .success) {
        let events = Events()
        WaitListeners.add(events)
        let count = Locked(0)
        try await eventually("three", pollingInterval: .milliseconds(1)) {
          count.withLock { count in
            count += 1
            return count == 3
          }
        }
        let all = events.take()
        #expect(all.map(\.kind) == [.began, .progressed, .progressed, .ended])
        #expect(all.map(\.event.evaluations) == [0, 1, 2, 3])
        #expect(all.allSatisfy { $0.event.parts.isEmpty && $0.event.waitedFor == "\"three\"" })
        #expect(Set(all.map(\.event.wait)).count == 1)
        #expect(all.last?.event.outcome == .completed)
      }
    }

    @Test func listenerThatWaits_isNotToldOfItsOwnWaits() async {
      await #expect(processExitsWith: .success) {
        let events = Events { _, kind in
          guard kind == .ended else { return }
          let own = Expectation("of the listener")
          own.fulfill()
          own.wait()
        }
        WaitListeners.add(events)
        let saved = Expectation("saved")
        saved.fulfill()
        await saved.wait()
        #expect(events.all.map(\.kind) == [.began, .ended])
      }
    }

    /// It still learns of the end of the wait that it knows, also if that comes at once.
    @Test func listenerThatRemovesItself_learnsOfTheEnd() async {
      await #expect(processExitsWith: .success) {
        let events = Events { events, kind in if kind == .began { WaitListeners.remove(events) } }
        WaitListeners.add(events)
        let saved = Expectation("saved")
        Task { saved.fulfill() }
        await saved.wait()
        #expect(events.all.map(\.kind) == [.began, .ended])
        #expect(!WaitListeners.hasLive, "no wait is left")
      }
    }

    /// One that comes during a wait learns nothing of it, and no listener learns of the library's own waits.
    @Test func listenerThatComesLater_learnsOfLaterWaits() async {
      await #expect(processExitsWith: .success) {
        let (first, second) = (Events(), Events())
        WaitListeners.add(first)
        let (saved, pause) = (Expectation("saved", count: 2), Expectation("a pause", mustBeAwaited: false, at: .test))
        async let waits: Bool = saved.wait()
        while !WaitListeners.hasLive { await Task.yield() }
        WaitListeners.add(second)
        saved.fulfill()
        saved.fulfill()
        #expect(await waits)
        #expect(await pause.timesOut(after: .milliseconds(1), at: .test))
        #expect(second.all.isEmpty)
        #expect(first.all.first?.kind == .began)
        #expect(first.all.last?.kind == .ended)
        #expect(Set(first.all.map(\.event.wait)).count == 1)
        let next = Expectation("next")
        next.fulfill()
        await next.wait()
        #expect(second.all.map(\.kind) == [.began, .ended])
      }
    }

    @Test func logger_asDocumented() async {
      await #expect(processExitsWith: .success) {
        WaitListeners.add(WaitLogger())
        let saved = Expectation("saved", count: 2)
        async let waits: Bool = saved.wait()
        while !WaitListeners.hasLive { await Task.yield() }
        saved.fulfill()
        saved.fulfill()
        #expect(await waits)
        let texts = lines.withLock { $0 }.map { $0.replacing(#/[\d.]+ m?s/#, with: "0.01 s") }
        #expect(
          texts.map { $0.replacing(#/^WaitListenerTests\.swift:\d+: /#, with: "") } == [
            "waits for \"saved\"", "\"saved\", 0 of 1 complete, after 0.01 s",
            "\"saved\", 1 of 1 complete, after 0.01 s: completed",
          ], "\(texts)")
      }
    }

    /// Waits of many threads, with a listener that comes and goes: no wait is lost, and no event of a wait comes twice.
    @Test func manyWaits_areToldOnce() async {
      await #expect(processExitsWith: .success) {
        let events = Events()
        WaitListeners.add(events)
        let other = Events()
        await withDiscardingTaskGroup { group in
          for _ in 0..<8 {
            group.addTask {
              for _ in 0..<100 {
                let done = Expectation("done", count: 2)
                Task {
                  done.fulfill()
                  done.fulfill()
                }
                await done.wait()
              }
            }
          }
          group.addTask {
            for _ in 0..<50 {
              WaitListeners.add(other)
              await Task.yield()
              WaitListeners.remove(other)
            }
          }
        }
        let all = events.take()
        #expect(all.count { $0.kind == .began } == 800)
        #expect(all.count { $0.kind == .ended } == 800)
        #expect(all.allSatisfy { $0.kind != .ended || $0.event.outcome == .completed })
        for (_, events) in Dictionary(grouping: all, by: { $0.event.wait }) {
          #expect(events.first?.kind == .began)
          #expect(events.count { $0.kind == .ended } == 1)
        }
      }
    }
  }
#endif
