import Dispatch
import Foundation
import TestSupport
import Testing

import class Expectations.Expectation

@testable import Expectations

/// A run that hangs ends with an exit code of its own, and its last lines say where it hung.
@Suite(.realTime, .ownThreads) struct HangTests {
  /// One way to hang, and the line where it does.
  enum Hang {
    static func end(after seconds: String) {
      setenv("EXPECTATIONS_HANG_LIMIT", seconds, 1)
      // As before the first test of a process with this variable.
      Watchdog.prepare()
    }

    static let waitLine = #line + 1
    static func wait() async { await Expectation("saved").wait(timeout: .seconds(6000)) }

    static let blockingWaitLine = #line + 1
    static func blockingWait() { Expectation("saved").wait(timeout: .seconds(6000)) }

    static let conditionLine = #line + 2
    static func condition() async {
      _ = try? await eventually("badge shows 3", timeout: .seconds(6000)) { false }
    }

    static let continuationLine = #line + 2
    static func continuation() async {
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }

    static let lockLine = #line + 4
    static func lock() {
      let lock = NSLock()
      lock.lock()
      lock.lock()
    }

    static let loopLine = #line + 4
    static func loop() -> Never {
      // A loop that does nothing is left out of an optimized program.
      while true {
        sched_yield()
      }
    }

    static let poolLine = #line + 4
    static func pool() async {
      let gate = DispatchSemaphore(value: 0)
      for _ in 0..<200 {
        DispatchQueue.global().async { gate.wait() }
      }
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<200 { group.addTask { blockingWait() } }
      }
    }
  }

  /// The lines of the process about the hang. The first says what hangs, the last that the process ends.
  private static func lines(of end: ExitTest.Result) throws -> [String] {
    let lines = try ChildProcess.errors(end)
    let first = try #require(lines.firstIndex { $0.hasPrefix("Expectations: no wait has ") }, "\(lines)")
    let last = "Expectations: the process ends with exit code 79, because EXPECTATIONS_HANG_LIMIT is set."
    let end = try #require(lines.firstIndex(of: last), "\(lines)")
    return Array(lines[first..<end])
  }

  /// Whether the lines say that something stands in a line of this file. Where that cannot be read, they do not.
  private static func isNamed(_ line: Int, in lines: [String]) -> Bool {
    #if Stacks && os(Linux) && arch(x86_64) && DEBUG
      Sanitizer.isActive || lines.contains { $0.contains("HangTests.swift:\(line)") }
    #else
      true
    #endif
  }

  @Test func suspendingWait() async throws {
    let end = try await #require(processExitsWith: .exitCode(79), observing: [\.standardErrorContent]) {
      Hang.end(after: "1")
      await Hang.wait()
    }
    let lines = try Self.lines(of: end)
    #expect(
      lines.first.map { SteadyText.of($0) } == "Expectations: no wait has made progress for #. This wait is live:")
    let wait = "HangTests.swift:\(Hang.waitLine): Waiting for # of 6000.00 s: \"saved\""
    #expect(lines.dropFirst().first.map { SteadyText.of($0) } == wait, "\(lines)")
  }

  /// Evaluations are no progress, but the end of a condition is.
  @Test func condition() async throws {
    let end = try await #require(processExitsWith: .exitCode(79), observing: [\.standardErrorContent]) {
      Hang.end(after: "1")
      for _ in 0..<6 { await never("it fails", for: .milliseconds(300)) { false } }
      print("six conditions have ended")
      await Hang.condition()
    }
    let output = String(decoding: end.standardErrorContent, as: UTF8.self)
    let text = "\n  HangTests.swift:\(Hang.conditionLine): \"badge shows 3\", for "
    #expect(output.contains("Expectations: This condition is being checked:" + text), "\(output)")
  }

  @Test func blockingWait() async throws {
    let end = try await #require(processExitsWith: .exitCode(79), observing: [\.standardErrorContent]) {
      Hang.end(after: "1")
      Hang.blockingWait()
    }
    let lines = try Self.lines(of: end)
    #expect(lines.dropFirst().first?.hasPrefix("HangTests.swift:\(Hang.blockingWaitLine), on ") == true, "\(lines)")
  }

  @Test func continuationThatIsNotResumed() async throws {
    let end = try await #require(processExitsWith: .exitCode(79), observing: [\.standardErrorContent]) {
      Hang.end(after: "1")
      await Hang.continuation()
    }
    let lines = try Self.lines(of: end)
    #expect(
      lines.first.map { SteadyText.of($0) }
        == "Expectations: no wait has begun or ended for #, and none is live.")
    // An exit test is no task of a test.
    #expect(lines.dropFirst().first == "Expectations: which tests run is not known.")
    #expect(Self.isNamed(Hang.continuationLine, in: lines), "\(lines)")
  }

  @Test func lockThatIsHeld() async throws {
    let end = try await #require(processExitsWith: .exitCode(79), observing: [\.standardErrorContent]) {
      Hang.end(after: "1")
      Hang.lock()
    }
    let lines = try Self.lines(of: end)
    #expect(Self.isNamed(Hang.lockLine, in: lines), "\(lines)")
  }

  @Test func loopWithoutEnd() async throws {
    let end = try await #require(processExitsWith: .exitCode(79), observing: [\.standardErrorContent]) {
      Hang.end(after: "1")
      Hang.loop()
    }
    let lines = try Self.lines(of: end)
    #expect((Hang.loopLine - 3...Hang.loopLine + 2).contains { Self.isNamed($0, in: lines) }, "\(lines)")
  }

  @Test func fullPoolAndGlobalQueue() async throws {
    let end = try await #require(processExitsWith: .exitCode(79), observing: [\.standardErrorContent]) {
      Hang.end(after: "1")
      await Hang.pool()
    }
    let lines = try Self.lines(of: end)
    #expect(Self.isNamed(Hang.poolLine, in: lines), "\(lines)")
  }
}
