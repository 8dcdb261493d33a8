import Dispatch
import Foundation
import Testing

import class Expectations.Expectation

@testable import Expectations

/// Nothing that a user does wrong may end the process. Each case runs in a process of its own, which must end by itself.
@Suite(.ownThreads) struct MisuseTests {
  private struct Refused: Error {}

  /// Lets a child process look at what it records, as a user's own tests cannot.
  private static func quietly(_ body: () async -> Void) async {
    _ = await recording { await body() }
  }

  @Test func counts() async {
    await #expect(processExitsWith: .success) {
      await Self.quietly {
        for count in [-1, 0, .max, .min] {
          let odd = Expectation("odd", count: count)
          odd.fulfill()
          odd.fulfill()
          await odd.wait(timeout: .nanoseconds(1))
        }
      }
    }
  }

  @Test func ranges() async {
    await #expect(processExitsWith: .success) {
      await Self.quietly {
        await Expectation("empty", count: 3..<3).wait(timeout: .zero)
        await Expectation("negative", count: -3...(-1)).wait(timeout: .zero)
        await Expectation("from below", count: (-3)...).wait(timeout: .zero)
        await Expectation("all", count: 0...Int.max).wait(timeout: .zero)
      }
    }
  }

  @Test func timeouts() async {
    await #expect(processExitsWith: .success) {
      await Self.quietly {
        for timeout in [Duration.seconds(Int64.min), .zero, .nanoseconds(-1), .nanoseconds(1), .seconds(-1) * 1e18] {
          await Expectation("never").wait(timeout: timeout)
          blocking { Expectation("never").wait(timeout: timeout) }
        }
        let done = Expectation("done")
        done.fulfill()
        await done.wait(timeout: .seconds(Int64.max))
        blocking { done.wait(timeout: .seconds(Int64.max)) }
      }
    }
  }

  @Test func nothingToWaitFor() async {
    await #expect(processExitsWith: .success) {
      await Self.quietly {
        await wait(for: [])
        blocking { wait(for: []) }
        _ = await wait(forAnyOf: [])
        _ = await outcome(of: [])
      }
    }
  }

  @Test func sameTwice_andAgain() async {
    await #expect(processExitsWith: .success) {
      await Self.quietly {
        let done = Expectation("done")
        await wait(for: done, done, timeout: .zero)
        await wait(for: [done, done], timeout: .zero, enforceOrder: true)
        _ = await wait(forAnyOf: done, done, timeout: .zero)
      }
    }
  }

  @Test func tooOften_fromEverywhere() async {
    await #expect(processExitsWith: .success) {
      await Self.quietly {
        let done = Expectation("done")
        DispatchQueue.concurrentPerform(iterations: 1000) { _ in done.fulfill() }
        await done.wait()
        DispatchQueue.concurrentPerform(iterations: 1000) { _ in done.fulfill(throwing: Refused()) }
        await done.wait()
      }
    }
  }

  @Test func fulfilledAfterItIsForgotten() async {
    await #expect(processExitsWith: .success) {
      _ = recording {
        var done: Expectation<Void>? = Expectation("done")
        let handler = done!.handler
        let weak = { [weak done] in done?.fulfill() }
        done = nil
        handler()
        weak()
      }
    }
  }

  @Test func neverAwaited_inGreatNumber() async {
    await #expect(processExitsWith: .success) {
      _ = recording { for _ in 0..<10_000 { _ = Expectation("never") } }
    }
  }

  @Test func waitsInsideWaits() async {
    await #expect(processExitsWith: .success) {
      await Self.quietly {
        let (outer, inner) = (Expectation("outer"), Expectation("inner"))
        DispatchQueue.main.async {
          DispatchQueue.main.async { inner.fulfill() }
          inner.wait(timeout: .milliseconds(10))
          outer.fulfill()
        }
        await outer.wait(timeout: .milliseconds(50))
        blocking { outer.wait(timeout: .milliseconds(50)) }
      }
    }
  }

  @Test func blockingWaits_onTheMainActor() async {
    await #expect(processExitsWith: .success) {
      await Self.quietly {
        await MainActor.run {
          let done = Expectation("done", fulfilledOn: .main)
          blocking { done.wait(timeout: .seconds(60)) }
        }
      }
    }
  }

  @Test func blockingWaits_onEveryThreadOfThePool() async {
    await #expect(processExitsWith: .success) {
      await Self.quietly {
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<16 {
            group.addTask { _ = blocking { Expectation("never").wait(timeout: .milliseconds(10)) } }
          }
        }
      }
    }
  }

  @Test func declaredQueues_ofAllKinds() async {
    await #expect(processExitsWith: .success) {
      await Self.quietly {
        let concurrent = DispatchQueue(label: "concurrent", attributes: .concurrent)
        let target = DispatchQueue(label: "target")
        let targeted = DispatchQueue(label: "targeted", target: target)
        for queue in [.main, .global(), .global(qos: .background), concurrent, target, targeted] {
          let done = Expectation("done", fulfilledOn: queue)
          await done.wait(timeout: .nanoseconds(1))
          if queue !== DispatchQueue.main {
            queue.sync { _ = blocking { done.wait(timeout: .nanoseconds(1)) } }
          }
        }
      }
    }
  }

  @Test func oddTexts() async {
    await #expect(processExitsWith: .success) {
      await Self.quietly {
        for text in ["", "\0", "a\nb", "\"", String(repeating: "x", count: 100_000), "é👩‍👩‍👧"] {
          await Expectation(text).wait(timeout: .nanoseconds(1))
          await Expectation(text, fulfilledOn: DispatchQueue(label: text)).wait(timeout: .nanoseconds(1))
        }
      }
    }
  }

  @Test func cancellations_ofEverything() async {
    await #expect(processExitsWith: .success) {
      await Self.quietly {
        for _ in 0..<200 {
          let done = Expectation("done", of: Int.self)
          let task = Task { try await done.wait(timeout: .microseconds(50)) }
          task.cancel()
          done.fulfill(1)
          _ = try? await task.value
        }
      }
    }
  }

  @Test func oddScales_areReportedAndIgnored() async {
    await #expect(processExitsWith: .success) {
      setenv("EXPECTATIONS_TIMEOUT_SCALE", "-3", 1)
      setenv("EXPECTATIONS_QUIET_SCALE", "many", 1)
      guard Timeouts.scale == 1, Timeouts.quietScale == 1 else { exit(2) }
      await Self.quietly { await Expectation("never").wait(timeout: .nanoseconds(1)) }
    }
  }

  @Test func process_thatExitsWhileWaiting_keepsItsExitCode() async {
    await #expect(processExitsWith: .exitCode(7)) {
      DispatchQueue.global().asyncAfter(deadline: .now() + 0.01) { exit(7) }
      await Expectation("never").wait(timeout: .seconds(60))
    }
  }

  @Test func process_thatExitsBeforeAFailureArrives_failsAllTheSame() async {
    await #expect(processExitsWith: .exitCode(EXIT_FAILURE)) {
      let site = CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
      Undelivered.add(Problem(.neverAwaited("saved", count: 0), at: site))
      exit(EXIT_SUCCESS)
    }
  }

  @Test func process_whoseFailuresHaveArrived_isLeftAlone() async {
    await #expect(processExitsWith: .success) {
      let site = CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
      let arrived = Undelivered.add(Problem(.neverAwaited("saved", count: 0), at: site))
      Undelivered.deliver(arrived) { _ in }
      exit(EXIT_SUCCESS)
    }
  }
}
