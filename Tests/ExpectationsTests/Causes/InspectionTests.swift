import Dispatch
import Foundation
import TestSupport
import Testing

import class Expectations.Expectation

@testable import Expectations

// An optimized build has fewer lines, and a sanitizer leaves out tasks.
#if Stacks && os(Linux) && arch(x86_64) && DEBUG
  /// What a timeout says about threads and tasks. Each test runs in a process of its own, where nothing else stands.
  @Suite(.realTime, .ownThreads, .enabled(if: !Sanitizer.isActive)) struct InspectionTests {
    @Test func wait_thatTimesOut_saysWhereAThreadStands() async throws {
      let end = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        let thread = BlockedThread.blockedThread()
        await Programs.record { await Programs.savedBy(thread) }
      }
      let texts = try ChildProcess.reported(end)
      #expect(texts == [Programs.timeout + Programs.threadLine])
    }

    @Test func wait_whereNothingStands_saysSo() async throws {
      let end = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        await Programs.record { await Programs.savedBy(nil) }
      }
      let texts = try ChildProcess.reported(end)
      #expect(texts == [Programs.timeout + "\n  " + Programs.nothing])
    }

    /// Other facts are likelier causes, and a part of the work that has come shows that it began.
    @Test func wait_whereNothingStands_saysOnlyWhatOtherFactsLeave() async throws {
      let end = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        await Programs.record { await Programs.halfSaved() }
        await Programs.record { await Programs.savedByAHandler() }
      }
      let lines = try ChildProcess.allReported(end).flatMap { $0.split(separator: "\n").dropFirst(2) }
      #expect(
        lines == [
          "  no other thread or task is in your code: the work has ended, or waits for another queue, a timer or the system",
          "  the handler of \"saved\" is still held and has not been called",
        ])
    }

    @Test func wait_whenInspectionsAreOff_saysNothingOfThreads() async throws {
      let end = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        setenv("EXPECTATIONS_STACKS", "0", 1)
        let thread = BlockedThread.blockedThread()
        await Programs.record { await Programs.savedBy(thread) }
      }
      let texts = try ChildProcess.reported(end)
      #expect(texts == [Programs.timeout])
    }

    /// The report is recorded later, and says where things stand then.
    @Test func outcome_thatIsRecorded_saysWhereAThreadStands() async throws {
      let end = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        let thread = BlockedThread.blockedThread()
        await Programs.record { await Programs.outcome(thread) }
      }
      let texts = try ChildProcess.reported(end)
      #expect(texts == [Programs.timeoutOfOutcome + Programs.threadLine])
    }

    @Test func condition_thatTimesOut_saysWhereAThreadStands() async throws {
      let end = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        let thread = BlockedThread.blockedThread()
        await Programs.record { await Programs.condition(thread) }
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

    @Test func stall_saysWhereTheMainThreadStands() async throws {
      let end = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        setenv("EXPECTATIONS_REPORT", "/dev/null", 1)
        await Programs.stall()
        exit(EXIT_SUCCESS)
      }
      let lines = try ChildProcess.errors(end)
      let place = "called at InspectionTests.swift:\(Programs.stallLine): usleep(2_000_000)"
      let starts = lines.indices.filter { lines[$0].hasSuffix(place) }.map {
        lines[$0 - 1].replacing(/[0-9.]+ s/, with: "# s")
      }
      #expect(starts == ["  during the stall of # s:"], "\(lines)")
    }

    @Test func report_hasTheStandings_alsoAsJSON() async throws {
      let end = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        let thread = BlockedThread.blockedThread()
        let report = await Programs.failedReport(thread)
        let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(report)) as? [String: Any]
        let encoded = (object?["standings"] as? [[String: Any]])?.map { "\($0["description"] ?? "")" }
        ChildProcess.report(["\(report.standings)", "\(encoded ?? [])", report.description])
      }
      let texts = try ChildProcess.reported(end)
      let path = "\(#filePath)"
      #expect(
        texts.first == """
          [a thread: DispatchSemaphore.wait(), called at \(Programs.threadPlace): gate.wait()]
          """)
      #expect(texts.dropFirst().first == texts.first?.replacing("[", with: "[\"").replacing("]", with: "\"]"))
      #expect(texts.last?.hasSuffix(Programs.threadLine) == true, "\(texts) \(path)")
    }

    /// A thread that is stuck in the constructor of a library holds the lock of the loader. Fails if anything is looked
    /// up by name after a wait has failed.
    @Test func waitsThatFail_whileTheLoaderIsLocked_end() async throws {
      let end = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        try LockedLoader.hold()
        let host = RecordingHost(explainsTimeouts: true)
        await HostOverride.withHost(host) {
          await Programs.savedBy(nil)
          await Programs.outcome(nil)
          await Programs.condition(nil)
        }
        await Programs.watchdog(.blockedThread())
        ChildProcess.report(host.records)
        // The handlers of `exit` need the loader.
        _exit(EXIT_SUCCESS)
      }
      let texts = try ChildProcess.reported(end)
      #expect(texts.count == 3)
      let line =
        "\n  a thread: DispatchSemaphore.wait(), called at InspectionTests.swift:\(LockedLoader.line): gate.wait()"
      for text in texts { #expect(text.hasSuffix(line), "\(text)") }
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

  /// A thread that is stuck in the constructor of a library, and holds the lock of the loader.
  private enum LockedLoader {
    private static let begun = DispatchSemaphore(value: 0)
    private static let gate = DispatchSemaphore(value: 0)
    static let line = #line + 5

    /// The library has one constructor, which is this function.
    private static let constructor: @convention(c) () -> Void = {
      begun.signal()
      gate.wait()
    }

    /// Returns when the constructor runs.
    static func hold() throws {
      let path = NSTemporaryDirectory() + UUID().uuidString
      try library.write(to: URL(filePath: path))
      Thread { _ = dlopen(path, RTLD_NOW) }.start()
      begun.wait()
      try FileManager.default.removeItem(atPath: path)
    }

    /// A file with a header, three headers of segments, a dynamic section and an array of constructors. The address in
    /// the array is right as it is, because nothing relocates it.
    private static var library: Data {
      let header: [UInt64] = [0x1_0102_464c_457f, 0, 0x1_003e_0003, 0, 64, 0, 0x38_0040_0000_0000, 3]
      let loaded: [UInt64] = [0x6_0000_0001, 0, 0, 0, 376, 376, 4096]
      let dynamic: [UInt64] = [0x6_0000_0002, 232, 232, 232, 112, 112, 8]
      let stack: [UInt64] = [0x6_6474_e551, 0, 0, 0, 0, 0, 16]
      // The table of strings and its size, the table of symbols and the size of one, and the constructors.
      let section: [UInt64] = [5, 352, 10, 8, 6, 352, 11, 24, 25, 344, 27, 8, 0, 0]
      let constructors = [UInt64(UInt(bitPattern: unsafeBitCast(constructor, to: UnsafeRawPointer.self)))]
      let words = header + loaded + dynamic + stack + section + constructors + [0, 0, 0]
      return words.withUnsafeBytes { Data($0) }
    }
  }

  /// Programs of which a wait fails. They are no closures in a test, which would have the lines of the macro.
  private enum Programs {
    /// Reports the failures without what they also say on a busy computer: that the wait was resumed late, and for how
    /// long nothing could run.
    static func record(_ body: () async -> Void) async {
      let host = RecordingHost(explainsTimeouts: true)
      await HostOverride.withHost(host, body)
      ChildProcess.report(
        host.records.map {
          $0.replacing(#/\n  resumed .*/#, with: "").replacing(#/ \([0-9.]+ s passed; .* did not run\)/#, with: "")
        })
    }

    private static let savedLine = #line + 3

    static func savedBy(_ thread: BlockedThread?) async {
      await Expectation("saved").held().wait(timeout: .milliseconds(300))
      withExtendedLifetime(thread) {}
    }

    static func halfSaved() async {
      let saved = Expectation("saved", count: 2).held()
      saved.fulfill()
      await saved.wait(timeout: .milliseconds(300))
    }

    static func savedByAHandler() async {
      let saved = Expectation("saved")
      let handler: @Sendable () -> Void = saved.handler
      await saved.wait(timeout: .milliseconds(300))
      withExtendedLifetime(handler) {}
    }

    static let nothing =
      "no other thread or task is in your code: the work was never started, has ended, or waits for another queue, a timer or the system"

    private static let outcomeLine = #line + 3

    static func outcome(_ thread: BlockedThread?) async {
      await Expectations.outcome(of: Expectation("saved"), timeout: .milliseconds(300)).record()
      withExtendedLifetime(thread) {}
    }

    static func condition(_ thread: BlockedThread?) async {
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
        usleep(2_000_000)
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
      let watchdog = Watchdog(.init(reportSeconds: 0.3, endSeconds: nil)!, tests: { ["testSave"] }, print: print)
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
