import Dispatch
import Foundation
import TestSupport
import Testing

import class Expectations.Expectation

@testable import Expectations

// An optimized build has fewer lines, and a sanitizer leaves out tasks.
#if Stacks && os(Linux) && arch(x86_64) && DEBUG
  /// What a timeout says about code that waits in this library. Each test runs in a process of its own, where nothing
  /// else stands.
  @Suite(.realTime, .ownThreads, .enabled(if: !Sanitizer.isActive)) struct LibraryWaitTests {
    /// Fails if a frame of this library hides the tester's code around it.
    @Test func tasksAndThreadsThatWait_areNamedWithWhatTheyWaitFor() async throws {
      let end = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        await Programs.record { try await Programs.savedAfterOtherWaits() }
      }
      let place = "LibraryWaitTests.swift"
      let line = Programs.line
      let texts = try ChildProcess.reported(end)
      #expect(
        texts == [
          """
          \(place):\(line + 10): failure: Timed out after 0.50 s waiting for "saved"
            ✘ "saved"  0 of 1   created at \(place):\(line)
            a manual clock of this test is at 0.000 s; 1 sleeper: a task, due in 30.00 s
            a thread: waits for "stored", called at \(place):\(line + 6): let thread = Thread { stored.wait(timeout: .seconds(60)) }
            a task waits for "loaded" at \(place):\(line + 2): Task { _ = await loaded.wait(timeout: .seconds(60)) },
            a task waits for the recorder "states" at \(place):\(line + 3): Task { _ = try await states.next(timeout: .seconds(60)) },
            a task sleeps on a manual clock at \(place):\(line + 4): Task { try await clock.sleep(for: .seconds(30)) },
          """
        ])
    }

    /// The task is itself a wait, which its text leaves out.
    @Test func twoWaitsThatTimeOutTogether_nameEachOther() async throws {
      let end = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        await Programs.record { await Programs.twoWaits() }
      }
      let texts = try ChildProcess.reported(end).sorted()
      try #require(texts.count == 2)
      let lines = texts.map { $0.split(separator: "\n").dropFirst(2) }
      let place = "LibraryWaitTests.swift"
      let (first, second) = (Programs.firstLine, Programs.firstLine + 1)
      let waits = lines.map { $0.filter { $0.contains("a task waits for \"") } }
      #expect(
        waits == [
          ["  a task waits for \"second\" at \(place):\(second): async let other = second.wait(timeout: .seconds(1))"],
          ["  a task waits for \"first\" at \(place):\(first): async let one = first.wait(timeout: .seconds(1))"],
        ])
    }

    @Test func taskThatAwaitsItself_isADeadlock() async throws {
      let end = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        await Programs.record { await Programs.savedByATaskThatAwaitsItself() }
      }
      let text = try #require(try ChildProcess.reported(end).first)
      let place = "LibraryWaitTests.swift:\(Programs.ownEndLine)"
      #expect(
        text.split(separator: "\n").dropFirst(2) == [
          "  deadlock: a task at \(place) waits for its own end",
          "  a task waits for the end of a task at \(place): await task.withLock { $0 }?.value",
        ])
    }

    /// Fails if the numbers of tasks are not compared with that of the test.
    @Test func taskOfAnEarlierTest_isMarked() async throws {
      let end = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        await Programs.savedAfterALeftTask()
      }
      let text = try #require(try ChildProcess.reported(end).first)
      let place = "LibraryWaitTests.swift:\(Programs.leftLine)"
      #expect(
        text.split(separator: "\n").dropFirst(2) == [
          "  a task that is older than this test waits for the next element of a stream at \(place): let left = Task { for await _ in stream {} }",
          "  no other thread or task is in your code: the work was never started, has ended, or waits for another queue, a timer or the system",
        ])
    }

    /// The assumption about the task of a test of Swift Testing, with which older tasks are compared.
    @Test func taskOfATest_isKnown() async {
      #expect(RunningTask.numberOfTest != nil)
      #expect(RunningTask.numberOfTest == RunningTask.current?.number)
      #expect(await Task { RunningTask.numberOfTest }.value == nil)
      #expect(
        await withTaskGroup(of: UInt64?.self) { group in
          group.addTask { RunningTask.numberOfTest }
          return await group.next() ?? 1
        } == nil)
      let first = RunningTask.newestNumber ?? .max
      #expect(first > RunningTask.current?.number ?? .max)
      #expect(first < RunningTask.newestNumber ?? 0)
    }
  }

  /// They are no closures in a test, which would have the lines of the macro.
  private enum Programs {
    static func record(_ body: () async throws -> Void) async {
      let host = RecordingHost(explainsTimeouts: true)
      try? await HostOverride.withHost(host, body)
      ChildProcess.report(host.records)
    }

    /// Returns when the library has so many live waits.
    private static func waits(_ count: Int) async {
      while Engine.withLock({ $0.machine.waits.values.count }) < count { await Task.yield() }
    }

    static let line = #line + 6

    static func savedAfterOtherWaits() async throws {
      let clock = ManualClock()
      let (loaded, stored) = (Expectation("loaded"), Expectation("stored"))
      let states = Recorder<Int>("states")
      let saved = Expectation("saved")
      let tasks = [
        Task { _ = await loaded.wait(timeout: .seconds(60)) },
        Task { _ = try await states.next(timeout: .seconds(60)) },
        Task { try await clock.sleep(for: .seconds(30)) },
      ]
      let thread = Thread { stored.wait(timeout: .seconds(60)) }
      thread.name = "waits"
      thread.start()
      _ = (await clock.sleepers(atLeast: 1), await waits(3))
      await saved.wait(timeout: .milliseconds(500))
      withExtendedLifetime(tasks) {}
    }

    static let firstLine = #line + 4

    static func twoWaits() async {
      let (first, second) = (Expectation("first"), Expectation("second"))
      async let one = first.wait(timeout: .seconds(1))
      async let other = second.wait(timeout: .seconds(1))
      _ = await (one, other)
    }

    static let ownEndLine = #line + 7

    static func savedByATaskThatAwaitsItself() async {
      let task = Locked<Task<Void, Never>?>(nil)
      let gate = AsyncStream<Void>.makeStream()
      let own = Task {
        for await _ in gate.stream {}
        await task.withLock { $0 }?.value
      }
      task.withLock { $0 = own }
      gate.continuation.finish()
      await Expectation("saved").wait(timeout: .milliseconds(500))
    }

    static let leftLine = #line + 4

    static func savedAfterALeftTask() async {
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      let left = Task { for await _ in stream {} }
      let host = RecordingHost(explainsTimeouts: true, firstTask: RunningTask.newestNumber)
      _ = await HostOverride.withHost(host) { await Expectation("saved").held().wait(timeout: .milliseconds(300)) }
      ChildProcess.report(host.records)
      withExtendedLifetime((left, continuation)) {}
    }
  }
#endif
