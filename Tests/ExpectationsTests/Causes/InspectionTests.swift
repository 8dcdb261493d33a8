import Dispatch
import Foundation
import Testing

import class Expectations.Expectation

@testable import Expectations

#if os(Linux) && arch(x86_64)
  /// What a timeout says about threads and tasks. Each test runs in a process of its own, where nothing else stands.
  @Suite(.ownThreads) struct InspectionTests {
    /// Runs `body` with a host that explains timeouts, and prints the texts that it recorded.
    private static func report(_ body: () async -> Void) async {
      let host = RecordingHost(explainsTimeouts: true)
      await HostOverride.withHost(host, body)
      for text in host.records { StandardError.print(text) }
    }

    private static func lines(of result: ExitTest.Result) throws -> [String] {
      try ChildProcess.errors(result).map { SteadyText.of($0) }.filter { !$0.isEmpty }
    }

    @Test func threadThatWaits_isNamed() async throws {
      let line = #line + 1
      let end = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
        await Self.report {
          let gate = DispatchSemaphore(value: 0)
          let thread = Thread { gate.wait() }
          thread.name = "writer"
          thread.start()
          await Expectation("saved").wait(timeout: .milliseconds(300))
        }
        exit(EXIT_SUCCESS)
      }
      let lines = try Self.lines(of: end)
      #expect(lines == ["\(line)"])
    }

    @Test func continuation_isNamed() async throws {
      let line = #line + 1
      let end = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
        await Self.report {
          let task = Task { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
          await Expectation("saved").wait(timeout: .milliseconds(300))
          withExtendedLifetime(task) {}
        }
        exit(EXIT_SUCCESS)
      }
      let lines = try Self.lines(of: end)
      #expect(lines == ["\(line)"])
    }

    @Test func nothing_isNamed() async throws {
      let line = #line + 1
      let end = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
        await Self.report { await Expectation("saved").wait(timeout: .milliseconds(300)) }
        exit(EXIT_SUCCESS)
      }
      let lines = try Self.lines(of: end)
      #expect(lines == ["\(line)"])
    }
  }
#endif
