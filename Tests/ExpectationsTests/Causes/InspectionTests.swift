import Dispatch
import Foundation
import Testing

import class Expectations.Expectation

@testable import Expectations

// An optimized build has fewer lines, and a sanitizer leaves out tasks.
#if os(Linux) && arch(x86_64) && DEBUG
  /// What a timeout says about threads and tasks. Each test runs in a process of its own, where nothing else stands.
  @Suite(.ownThreads, .enabled(if: !ProcessUse.isSanitized)) struct InspectionTests {
    @Test func wait_thatTimesOut_saysWhereAThreadStands() async throws {
      let end = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        await Programs.record { await Programs.savedBy(.blockedThread()) }
      }
      let texts = try ChildProcess.reported(end)
      #expect(texts == [Programs.timeout + Programs.threadLine])
    }

    @Test func wait_whereNothingStands_saysSo() async throws {
      let end = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        await Programs.record { await Programs.savedBy(nil) }
      }
      let texts = try ChildProcess.reported(end)
      let line = "  no other thread or task is in your code: the work has ended, was never started, or waits in a queue"
      #expect(texts == [Programs.timeout + "\n" + line])
    }

    @Test func wait_whenInspectionsAreOff_saysNothingOfThreads() async throws {
      let end = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        setenv("EXPECTATIONS_STACKS", "0", 1)
        await Programs.record { await Programs.savedBy(.blockedThread()) }
      }
      let texts = try ChildProcess.reported(end)
      #expect(texts == [Programs.timeout])
    }

    /// The report is recorded later, and says where things stand then.
    @Test func outcome_thatIsRecorded_saysWhereAThreadStands() async throws {
      let end = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        await Programs.record { await Programs.outcome(.blockedThread()) }
      }
      let texts = try ChildProcess.reported(end)
      #expect(texts == [Programs.timeoutOfOutcome + Programs.threadLine])
    }

    @Test func condition_thatTimesOut_saysWhereAThreadStands() async throws {
      let end = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        await Programs.record { await Programs.condition(.blockedThread()) }
      }
      let text = try #require(try ChildProcess.reported(end).first)
      #expect(text.hasSuffix(Programs.threadLine), "\(text)")
    }

    @Test func watchdog_saysWhereAThreadStands() async throws {
      let end = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        await Programs.watchdog(.blockedThread())
      }
      let lines = try ChildProcess.errors(end)
      let start = try #require(lines.firstIndex(of: "Expectations: this is where threads and tasks stand:"), "\(lines)")
      #expect(lines[start...].contains { "\n" + $0 == Programs.threadLine }, "\(lines)")
    }

    /// Once while the stall lasts, and once at the end of the run.
    @Test func stall_saysWhereTheMainThreadStands() async throws {
      let end = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        await Programs.stall()
        exit(EXIT_SUCCESS)
      }
      let lines = try ChildProcess.errors(end)
      let place = "called at InspectionTests.swift:\(Programs.stallLine): usleep(2_500_000)"
      let starts = lines.indices.filter { lines[$0].hasSuffix(place) }.map {
        lines[$0 - 1].replacing(/[0-9.]+ s/, with: "# s")
      }
      #expect(
        starts == ["Expectations: the main queue has not answered for # s:", "  during the stall of # s:"], "\(lines)")
    }

    @Test func report_hasTheStandings_alsoAsJSON() async throws {
      let end = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        let thread = BlockedThread.blockedThread()
        let report = await Programs.failedReport(thread)
        let decoded = try JSONDecoder().decode(WaitReport.self, from: JSONEncoder().encode(report))
        ChildProcess.report(["\(report.standings)", "\(decoded.standings)", decoded.description])
      }
      let texts = try ChildProcess.reported(end)
      let path = "\(#filePath)"
      #expect(
        texts.first == """
          [a thread: DispatchSemaphore.wait(), called at \(Programs.threadPlace): gate.wait()]
          """)
      #expect(texts.dropFirst().first == texts.first)
      #expect(texts.last?.hasSuffix(Programs.threadLine) == true, "\(texts) \(path)")
    }
  }

  private final class BlockedThread: Sendable {
    private let gate = DispatchSemaphore(value: 0)

    static func blockedThread() -> BlockedThread {
      let thread = BlockedThread()
      Thread { thread.block() }.start()
      return thread
    }

    private func block() {
      gate.wait()
    }

    static let line = #line - 3
  }

  /// Programs of which a wait fails. They are no closures in a test, which would have the lines of the macro.
  private enum Programs {
    static func record(_ body: () async -> Void) async {
      let host = RecordingHost(explainsTimeouts: true)
      await HostOverride.withHost(host, body)
      ChildProcess.report(host.records)
    }

    private static let savedLine = #line + 3

    static func savedBy(_ thread: BlockedThread?) async {
      await Expectation("saved").wait(timeout: .milliseconds(300))
      withExtendedLifetime(thread) {}
    }

    private static let outcomeLine = #line + 3

    static func outcome(_ thread: BlockedThread) async {
      await Expectations.outcome(of: Expectation("saved"), timeout: .milliseconds(300)).record()
      withExtendedLifetime(thread) {}
    }

    static func condition(_ thread: BlockedThread) async {
      try? await eventually(timeout: .milliseconds(300)) { false }
      withExtendedLifetime(thread) {}
    }

    static func failedReport(_ thread: BlockedThread) async -> WaitReport {
      let host = RecordingHost(explainsTimeouts: true)
      await HostOverride.withHost(host) { await savedBy(thread) }
      return host.problems[0].report!
    }

    static let stallLine = #line + 5

    static func stall() async {
      let saved = Expectation("saved")
      DispatchQueue.main.async {
        usleep(2_500_000)
        saved.fulfill()
      }
      await saved.wait(timeout: .milliseconds(400))
    }

    static func watchdog(_ thread: BlockedThread) async {
      // The running tests, and where the threads stand.
      let printed = Expectation("printed", count: 2...)
      let print: @Sendable (String) -> Void = { text in
        StandardError.print(text)
        printed.fulfill()
      }
      let watchdog = Watchdog(limit: 300_000_000, tests: { ["testSave"] }, print: print)
      watchdog.testsChanged()
      await printed.wait()
      withExtendedLifetime((watchdog, thread)) {}
    }

    static let threadPlace = "InspectionTests.swift:\(BlockedThread.line)"
    static let threadLine = "\n  a thread: DispatchSemaphore.wait(), called at \(threadPlace): gate.wait()"
    static let timeout = text(of: savedLine)
    static let timeoutOfOutcome = text(of: outcomeLine)

    private static func text(of line: Int) -> String {
      """
      InspectionTests.swift:\(line): failure: Timed out after 0.30 s waiting for "saved"
        ✘ "saved"  0 of 1   created at InspectionTests.swift:\(line)
      """
    }
  }
#endif
