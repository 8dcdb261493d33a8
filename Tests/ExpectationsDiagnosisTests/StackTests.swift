import Dispatch
import Foundation
import TestSupport
import Testing

import class Expectations.Expectation

@testable import Expectations
@testable import ExpectationsDiagnosis

/// What a failed wait says of threads and tasks, on Linux.
@Suite(.enabled(if: areStacksRead, "stacks are read on Linux on x86_64, with Swift 6.3")) struct StackTests {
  private final class Host: TestHost {
    let texts = Expectations.Locked<[String]>([])
    func record(_ problem: Problem) { texts.withLock { $0.append(problem.text) } }
    func stop(recording problem: Problem?) -> any Error {
      if let problem { record(problem) }
      return CancellationError()
    }
  }

  /// The text of the one failure.
  private static func text(_ body: () async -> Void) async -> String {
    let host = Host()
    await HostOverride.$current.withValue(host, operation: body)
    let texts = host.texts.withLock { $0 }
    #expect(texts.count == 1)
    return texts.first ?? ""
  }

  @Test func observer_isAdded_thoughNothingImportsIt() { #expect(RunObservers.current is Diagnosis) }

  /// In a process of its own: of much memory, only a part is searched, and of many tasks, only some are shown.
  @Test(.ownThreads) func suspendedTask_hasALine() async {
    await #expect(processExitsWith: .success) {
      let text = await Self.textWithATask { await Expectation("saved").wait(timeout: .milliseconds(50)) }
      guard text.hasPrefix("Timed out after 0.050 s waiting for \"saved\"\n") else { fatalError(text) }
    }
  }

  @Test(.ownThreads) func condition_hasTheLine_too() async {
    await #expect(processExitsWith: .success) {
      _ = await Self.textWithATask { _ = try? await eventually("saved", timeout: .milliseconds(50)) { false } }
    }
  }

  @Test(.ownThreads) func callOfARecorder_hasTheLine_too() async {
    await #expect(processExitsWith: .success) {
      let text = await Self.textWithATask {
        _ = try? await Recorder<Int>("steps").next(timeout: .milliseconds(50))
      }
      guard text.hasPrefix("Timed out after 0.050 s: \"steps\" recorded 0 of 1 event\n") else { fatalError(text) }
    }
  }

  @Test(.ownThreads) func body_hasTheLine_too() async {
    await #expect(processExitsWith: .success) {
      _ = await Self.textWithATask {
        try? await within(.milliseconds(50)) { try await Task.sleep(for: .seconds(60)) }
      }
    }
  }

  /// The text of the one failure, beside a task that waits for the next element of a stream.
  private static func textWithATask(_ body: () async -> Void) async -> String {
    let (numbers, input) = AsyncStream.makeStream(of: Int.self)
    let begun = Expectation("begun")
    let line = #line + 3
    let task = Task {
      begun.fulfill()
      for await _ in numbers {}
    }
    await begun.wait()
    let text = await text(body)
    guard text.contains("next element of a stream at StackTests.swift:\(line)") else { fatalError(text) }
    input.finish()
    await task.value
    return text
  }

  @Test func blockedThread_hasALine_andTheBlockingWaitHasNone() async throws {
    let (mayGo, isThere) = (DispatchSemaphore(value: 0), Expectation("there"))
    let line = #line + 3
    Thread.detachNewThread {
      isThere.fulfill()
      mayGo.wait()
    }
    await isThere.wait()
    let text = await Self.text { Self.block() }
    #expect(text.contains("StackTests.swift:\(line)"), "\(text)")
    #expect(!text.contains("called at StackTests.swift:\(Self.lineOfBlock)"), "\(text)")
    mayGo.signal()
  }

  private static let lineOfBlock = #line + 1
  private static func block() { Expectation("saved").wait(timeout: .milliseconds(50)) }
}

private let areStacksRead: Bool = {
  #if os(Linux) && arch(x86_64) && compiler(>=6.3) && compiler(<6.4) && DEBUG
    true
  #else
    false
  #endif
}()
