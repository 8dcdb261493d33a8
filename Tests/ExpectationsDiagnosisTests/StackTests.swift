// [documented] The documentation shows lines of this file, and `DocumentedCodeTests` compares them.
import Dispatch
import Foundation
import TestSupport
import Testing

import class Expectations.Expectation

@testable import Expectations
@testable import ExpectationsDiagnosis

/// What a failed wait says of threads and tasks, on Linux.
@Suite(.realTime, .enabled(if: areStacksRead, "stacks are read on Linux on x86_64, with Swift 6.3 and no sanitizer"))
struct StackTests {
  private final class Host: TestHost {
    let texts = Locked<[String]>([])
    // A late fulfillment is a warning, which may come while the test goes on.
    func record(_ problem: Problem) {
      if problem.severity == .failure { texts.withLock { $0.append(problem.text) } }
    }
    func stop(recording problem: Problem?) -> any Error {
      if let problem { record(problem) }
      return CancellationError()
    }
  }

  /// The text of the one failure. It may take longer than that of a user: a busy computer must leave out no line. Only
  /// in a process of its own, because the texts of other tests would hold the pool for as long.
  private static func text(_ body: () async -> Void) async -> String {
    Stacks.limit.withLock { $0 = .seconds(60) }
    defer { Stacks.limit.withLock { $0 = .seconds(1) } }
    let host = Host()
    await HostOverride.$current.withValue(host, operation: body)
    let texts = host.texts.withLock { $0 }
    #expect(texts.count == 1)
    return texts.first ?? ""
  }

  @Test func observer_isAdded_thoughNothingImportsIt() { #expect(RunObservers.current is Diagnosis) }

  /// In a process of its own: of much memory, only a part is searched, and of many tasks, only some are shown.
  @Test(.ownThreads) func suspendedTask_hasALine_inTheFailureOfEachKindOfWait() async {
    await #expect(processExitsWith: .success) {
      let wait = await Self.textWithATask { await Expectation("saved").wait(timeout: .milliseconds(50)) }
      guard wait.hasPrefix("Timed out after 0.050 s waiting for \"saved\"\n") else { fatalError(wait) }
      _ = await Self.textWithATask { _ = try? await eventually("saved", timeout: .milliseconds(50)) { false } }
      let call = await Self.textWithATask { _ = try? await Recorder<Int>("steps").next(timeout: .milliseconds(50)) }
      guard call.hasPrefix("Timed out after 0.050 s: \"steps\" recorded 0 of 1 event\n") else { fatalError(call) }
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

  private final class Store: Sendable {
    let lock = NSLock()

    func save() {
      lock.lock()
      lock.unlock()
    }
  }

  @Test(.ownThreads) func lockHeldByTheWait_isADeadlock() async {
    await #expect(processExitsWith: .success) {
      let text = await Self.text { Self.waitWithTheLock() }
      // A busy computer adds what did not run, and when the thread resumed.
      let lines = text.split(separator: "\n").filter { !$0.contains("did not") && !$0.contains("resumed") }
      let steady = lines.joined(separator: "\n").replacing(#/StackTests\.swift:\d+/#, with: "StackTests.swift:12")
      let expected = """
        Timed out after 0.30 s waiting for "saved"
          deadlock: a thread at StackTests.swift:12 needs a lock that the thread of this wait holds
          a thread: waits for a lock, called at StackTests.swift:12: lock.lock(); held by the thread of this wait
          this wait blocked a thread of the concurrency pool; use `await`
          ✘ "saved"  0 of 1   created at StackTests.swift:12
        """
      guard steady == expected else { fatalError(text) }
    }
  }

  private static func waitWithTheLock() {
    let store = Store()
    let saved = Expectation("saved")
    store.lock.lock()
    Thread {
      store.save()
      saved.fulfill()
    }.start()
    saved.wait(timeout: .milliseconds(300))
    store.lock.unlock()
  }

  /// The copy takes long here, because other work holds its queue.
  @Test(.ownThreads) func timeOfTheCopy_isNoDelayOfTheWait() async {
    await #expect(processExitsWith: .success) {
      Stacks.queue.async { Thread.sleep(forTimeInterval: 1) }
      let text = await Self.text { await Expectation("saved").wait(timeout: .milliseconds(50)) }
      // A busy computer may resume the task late, too.
      let delay = text.firstMatch(of: #/resumed (\d+\.\d+) s later/#).flatMap { Double($0.1) } ?? 0
      guard delay < 0.7 else { fatalError(text) }
    }
  }

  /// Fails if a frame of the library hides your code around it. The waiting task itself has no line.
  @Test(.ownThreads) func waitsInTheLibrary_areNamed() async {
    await #expect(processExitsWith: .success) { try await Self.waitBesideOthers() }
  }

  private static let lineOfOthers = #line + 6

  private static func waitBesideOthers() async throws {
    let (loaded, stored, clock) = (Expectation("loaded"), Expectation("stored"), ManualClock())
    let states = Recorder<Int>("states")
    let tasks = [
      Task { _ = await loaded.wait(timeout: .seconds(60)) },
      Task { _ = try await states.next(timeout: .seconds(60)) },
      Task { try await clock.sleep(for: .seconds(30)) },
      Task { try await eventually("index ready", timeout: .seconds(60), pollingInterval: .seconds(50)) { false } },
    ]
    Thread { stored.wait(timeout: .seconds(60)) }.start()
    await clock.waitForSleepers(1)
    while LiveWaits.all.count < 4 { await Task.yield() }
    let text = await Self.text { await Expectation("saved").wait(timeout: .milliseconds(300)) }
    let (place, line) = ("StackTests.swift", lineOfOthers)
    let wanted = [
      "  a thread: waits for \"stored\", called at \(place):\(line + 5): Thread",
      "  a task waits for \"loaded\" at \(place):\(line): Task",
      "  a task waits for the recorder \"states\" at \(place):\(line + 1): Task",
      "  a task sleeps on a manual clock at \(place):\(line + 2): Task",
      "  a task looks again and again at the condition \"index ready\" at \(place):\(line + 3): Task",
    ]
    let lines = text.split(separator: "\n").filter { $0.contains("\(place):") }
    let areThere = wanted.allSatisfy { start in lines.contains { $0.hasPrefix(start) } }
    // The last line is that of the expectation itself.
    guard areThere, lines.count == wanted.count + 1 else { fatalError(text) }
    withExtendedLifetime(tasks) {}
  }
}

private let areStacksRead: Bool = {
  #if os(Linux) && arch(x86_64) && compiler(>=6.3) && compiler(<6.4) && DEBUG
    // Under a sanitizer, suspended tasks are not searched.
    !Sanitizer.isActive
  #else
    false
  #endif
}()
