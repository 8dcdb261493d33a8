import Dispatch
import Foundation
import TestSupport
import Testing

import class Expectations.Expectation

@testable import Expectations

/// Waits that block the awaited work, canceled waits, and processes that end. Each case runs in a process of its own.
@Suite(.ownThreads) struct BlockingMisuseTests {
  private static let file = "BlockingMisuseTests.swift"

  private static func failure(at line: Int, _ headline: String, _ name: String, createdAt created: Int) -> String {
    "\(file):\(line): failure: \(headline)\n  ✘ \"\(name)\"  0 of 1   created at \(file):\(created)"
  }

  private static let blockedThePool = "\n  this wait blocked a thread of the concurrency pool; use `await`"

  private static func waitInsideAWait() async {
    let (outer, inner) = (Expectation("outer"), Expectation("inner"))
    DispatchQueue.main.async {
      DispatchQueue.main.async { inner.fulfill() }
      inner.wait(timeout: .milliseconds(10))
      outer.fulfill()
    }
    await outer.wait(timeout: .seconds(60))
    blocking { outer.wait(timeout: .seconds(60)) }
    // At this point, the inner expectation has been fulfilled, too.
    await MainActor.run {}
  }

  @Test func waitsInsideWaits() async throws {
    let line = #line - 13
    let end = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await ChildProcess.record(Self.waitInsideAWait)
    }
    let reported = try ChildProcess.reported(end)
    let blocked =
      "\n  this wait blocked the main queue and the main actor: nothing else could run there; use `await`"
    #expect(
      reported == [
        Self.failure(at: line + 3, "Timed out after 0.010 s waiting for \"inner\"", "inner", createdAt: line) + blocked,
        "\(Self.file):\(line + 3): warning: "
          + "\"inner\" was fulfilled # after the 0.010 s limit: \(Self.file):\(line + 2), main",
      ])
  }

  private static func blockTheMainActor() async {
    await MainActor.run {
      let done = Expectation("done", fulfilledOn: .main)
      blocking { done.wait(timeout: .seconds(60)) }
    }
  }

  @Test func blockingWaits_onTheMainActor() async throws {
    let line = #line - 6
    let end = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await ChildProcess.record(Self.blockTheMainActor)
    }
    let reported = try ChildProcess.reported(end)
    let reason = "\"done\" is fulfilled on the main queue, which this wait blocks; use `await` instead"
    #expect(reported == [Self.failure(at: line + 1, "Cannot complete: \(reason)", "done", createdAt: line)])
  }

  private static func blockThePool() async {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<16 {
        group.addTask { _ = blocking { Expectation("never").wait(timeout: .milliseconds(10)) } }
      }
    }
  }

  @Test func blockingWaits_onEveryThreadOfThePool() async throws {
    let line = #line - 6
    let end = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await ChildProcess.record(Self.blockThePool)
    }
    let reported = try ChildProcess.reported(end)
    let headline = "Timed out after 0.010 s waiting for \"never\""
    let failure = Self.failure(at: line, headline, "never", createdAt: line) + Self.blockedThePool
    #expect(reported == Array(repeating: failure, count: 16))
  }

  private static func declareQueues() async {
    let concurrent = DispatchQueue(label: "concurrent", attributes: .concurrent)
    let target = DispatchQueue(label: "target")
    let targeted = DispatchQueue(label: "targeted", target: target)
    for queue in [.main, .global(), .global(qos: .background), concurrent, target, targeted] {
      let done = Expectation("done", fulfilledOn: queue)
      await done.wait(timeout: .nanoseconds(1))
      if !MainQueue.isSame(as: queue) {
        queue.sync { _ = blocking { done.wait(timeout: .nanoseconds(1)) } }
      }
    }
  }

  @Test func declaredQueues_ofAllKinds() async throws {
    let line = #line - 9
    let end = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await ChildProcess.record(Self.declareQueues)
    }
    let reported = try ChildProcess.reported(end)
    let headline = "Timed out after 0.000 s waiting for \"done\""
    let suspended = Self.failure(at: line + 1, headline, "done", createdAt: line)
    let inGlobal = Self.failure(at: line + 3, headline, "done", createdAt: line) + Self.blockedThePool
    func inside(_ queue: String) -> String {
      let reason = "\"done\" is fulfilled on the queue \"\(queue)\", which this wait blocks; use `await` instead"
      return Self.failure(at: line + 3, "Cannot complete: \(reason)", "done", createdAt: line)
    }
    let blocked = [inGlobal, inGlobal] + ["concurrent", "target", "targeted"].map(inside)
    #expect(reported == [suspended] + blocked.flatMap { [suspended, $0] })
  }

  /// The results of waits that were canceled and fulfilled while they timed out.
  private struct OutcomeCounts {
    var timeouts = 0
    var others: [String] = []
  }

  private static func cancelEverything() async -> OutcomeCounts {
    var counts = OutcomeCounts()
    for _ in 0..<200 {
      let done = Expectation("done", of: Int.self)
      let task = Task { try await done.wait(timeout: .microseconds(50)) }
      task.cancel()
      done.fulfill(1)
      switch await task.result {
      case .success(1): break
      case .failure(is CancellationError): break
      case .failure(is RecordingHost.Stop): counts.timeouts += 1
      case let other: counts.others.append("\(other)")
      }
    }
    return counts
  }

  /// A wait that timed out before it was canceled has failed once, and then reports how late the fulfillment was.
  @Test func cancellations_ofEverything() async throws {
    let line = #line - 16
    let end = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let (counts, host) = await recording { await Self.cancelEverything() }
      ChildProcess.report(["\(counts.timeouts)"] + counts.others + host.records)
    }
    let reported = try ChildProcess.reported(end)
    let headline = "Timed out after 0.000 s waiting for \"done\""
    let fulfilled = "\(Self.file):\(line + 3), concurrency pool"
    let missing = Self.failure(at: line + 1, headline, "done", createdAt: line)
    let late = "\(Self.file):\(line + 1): warning: \"done\" was fulfilled # after the 0.000 s limit: \(fulfilled)"
    let seen =
      "\(Self.file):\(line + 1): failure: \(headline)\n"
      + "  ✘ \"done\"  1 of 1   fulfilled # after the 0.000 s limit  \(fulfilled), created at \(Self.file):\(line)"
    func count(_ text: String) -> Int { reported.count { $0 == text } }
    #expect(reported.first == "\(count(missing) + count(seen))")
    #expect(count(late) == count(missing))
    #expect(Set(reported.dropFirst()).subtracting([missing, late, seen]) == [])
  }

  @Test func unknownVariables_areReported_withTheNearestName() async throws {
    let end = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      EnvironmentSetting.reportUnknownNames(in: [
        "EXPECTATIONS_TIMEOUT_SCAL": "2", "EXPECTATIONS_STACK": "0", "EXPECTATIONS_STALL_LIMIT": "5", "HOME": "/",
      ])
    }
    #expect(
      try ChildProcess.errors(end) == [
        "Expectations: there is no variable EXPECTATIONS_STACK; it is ignored. The nearest is EXPECTATIONS_STACKS.",
        "Expectations: there is no variable EXPECTATIONS_TIMEOUT_SCAL; it is ignored. The nearest is "
          + "EXPECTATIONS_TIMEOUT_SCALE.",
      ])
  }

  @Test func nearestVariable_hasTheFewestOtherLetters() {
    #expect(EnvironmentSetting.nearest(to: "EXPECTATIONS_SEEDS") == "EXPECTATIONS_SEED")
    #expect(EnvironmentSetting.nearest(to: "EXPECTATIONS_SCALE") == "EXPECTATIONS_QUIET_SCALE")
  }

  private static func waitWithOddScales() async {
    await Expectation("never").wait(timeout: .nanoseconds(1))
  }

  @Test func oddScales_areReportedAndIgnored() async throws {
    let line = #line - 4
    let end = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      setenv("EXPECTATIONS_TIMEOUT_SCALE", "-3", 1)
      setenv("EXPECTATIONS_QUIET_SCALE", "many", 1)
      guard Timeouts.scale == 1, Timeouts.quietScale == 1 else { exit(2) }
      await ChildProcess.record(Self.waitWithOddScales)
    }
    let (reported, errors) = (try ChildProcess.reported(end), try ChildProcess.errors(end))
    #expect(
      reported == [Self.failure(at: line, "Timed out after 0.000 s waiting for \"never\"", "never", createdAt: line)])
    #expect(
      errors == [
        "Expectations: EXPECTATIONS_TIMEOUT_SCALE=-3 is not a positive decimal number; it is ignored.",
        "Expectations: EXPECTATIONS_QUIET_SCALE=many is not a positive decimal number; it is ignored.",
      ])
  }

  @Test func process_thatExitsWhileWaiting_keepsItsExitCode() async throws {
    let end = await #expect(processExitsWith: .exitCode(7), observing: [\.standardErrorContent]) {
      DispatchQueue.global().asyncAfter(deadline: .now() + 0.01) { exit(7) }
      await Expectation("never").wait(timeout: .seconds(60))
    }
    let errors = try ChildProcess.errors(end)
    #expect(errors == [])
  }

  @Test func process_thatExitsBeforeAFailureArrives_failsAllTheSame() async throws {
    let end = await #expect(processExitsWith: .exitCode(EXIT_FAILURE), observing: [\.standardErrorContent]) {
      let site = CallSite(fileID: "AppTests/SaveTests.swift", filePath: "/App/SaveTests.swift", line: 7, column: 1)
      PendingProblems.add(Problem(ExpectationFinding.neverAwaited("saved", count: 0), at: site))
      exit(EXIT_SUCCESS)
    }
    let errors = try ChildProcess.errors(end)
    #expect(
      errors == [
        "/App/SaveTests.swift:7: failure: No test waited for \"saved\" or read its values; it was never fulfilled"
      ])
  }

  @Test func process_thatExitsWhileAFailureIsRecorded_printsIt_andFails() async throws {
    let end = await #expect(processExitsWith: .exitCode(EXIT_FAILURE), observing: [\.standardErrorContent]) {
      let site = CallSite(fileID: "AppTests/SaveTests.swift", filePath: "/App/SaveTests.swift", line: 7, column: 1)
      let arrived = PendingProblems.add(Problem(ExpectationFinding.neverAwaited("saved", count: 0), at: site))
      PendingProblems.deliver(arrived) { _ in exit(EXIT_SUCCESS) }
    }
    let errors = try ChildProcess.errors(end)
    #expect(
      errors == [
        "/App/SaveTests.swift:7: failure: No test waited for \"saved\" or read its values; it was never fulfilled"
      ])
  }

  /// The coverage of the program, and the reports of sanitizers, are written by handlers that are registered earlier.
  @Test func process_thatFailsAtItsEnd_runsTheOtherHandlers() async throws {
    let end = await #expect(processExitsWith: .exitCode(EXIT_FAILURE), observing: [\.standardErrorContent]) {
      EarlyHandler.register()
      let site = CallSite(fileID: "AppTests/SaveTests.swift", filePath: "/App/SaveTests.swift", line: 7, column: 1)
      PendingProblems.add(Problem(ExpectationFinding.neverAwaited("saved", count: 0), at: site))
      exit(EXIT_SUCCESS)
    }
    #expect(try ChildProcess.errors(end).last == "an earlier handler ran")
  }

  @Test(arguments: [true, false]) func standardError_thatIsClosedOrFull_endsNoProcess(isClosed: Bool) async {
    await #expect(processExitsWith: .exitCode(EXIT_FAILURE)) { [isClosed] in
      if isClosed { close(STDERR_FILENO) } else { dup2(open("/dev/full", O_WRONLY), STDERR_FILENO) }
      StandardError.print("lost")
      let site = CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
      PendingProblems.add(Problem(ExpectationFinding.neverAwaited("saved", count: 0), at: site))
      exit(EXIT_SUCCESS)
    }
  }

  @Test func process_whoseFailuresHaveArrived_isLeftAlone() async throws {
    let end = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let site = CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
      let arrived = PendingProblems.add(Problem(ExpectationFinding.neverAwaited("saved", count: 0), at: site))
      PendingProblems.deliver(arrived) { _ in }
      exit(EXIT_SUCCESS)
    }
    let errors = try ChildProcess.errors(end)
    #expect(errors == [])
  }
}

/// A handler for the end of the process, registered before the library's, as the runtime of a sanitizer does. The
/// library registers its handler on its first use.
private enum EarlyHandler {
  static func register() { atexit { StandardError.print("an earlier handler ran") } }
}
