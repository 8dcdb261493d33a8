import Foundation
import TestSupport
import Testing

@testable import Expectations

/// The framework of a process, and the test in which a problem is recorded. The consumer package checks the output of
/// the frameworks from outside.
@Suite struct HostTests {
  @Test(
    arguments: [
      (["/p/AppTests.xctest"], TestProcess.other),
      (["/p/AppTests.xctest", "--testing-library", "swift-testing"], .swiftTesting),
      (["/p/AppTests.xctest", "--testing-library", "xctest"], .other),
      (["/p/swiftpm-testing-helper"], .swiftTesting),
      (["/p/AppTests-test-runner"], .other),
      (["/p/AppTests-test-runner", "--testing-library", "swift-testing"], .swiftTesting),
      ([], .other),
    ] as [([String], TestProcess)])
  func process_isToldByItsArguments(arguments: [String], process: TestProcess) {
    #expect(TestProcess(arguments: arguments, environment: [:]) == process)
  }

  @Test func process_isToldByItsEnvironment() {
    #expect(TestProcess(arguments: ["/App.app/App"], environment: ["XCTestConfigurationFilePath": "x"]) == .both)
    #expect(TestProcess(arguments: ["/bin/xctest"], environment: ["XCTestSessionIdentifier": "x"]) == .both)
    #expect(TestProcess(arguments: ["/App.app/App"], environment: ["HOME": "/root"]) == .other)
  }

  #if !canImport(Darwin)
    /// A failure that stops a test must begin with its own text, like every other failure.
    @Test func errorThatStopsATest_isThereBeforeAnythingFails() {
      #expect(TestingFailure.stopError is ExpectationFailedError)
    }
  #endif

  #if os(Linux) && canImport(XCTest) && !EXPECTATIONS_APPLE_XCTEST
    /// XCTest prints it among the lines of the next test.
    @Test(.ownThreads) func warningOfXCTest_afterItsTest_saysSo() async {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        let host = CorelibsTestHost()
        let site = CallSite(fileID: "Tests/DocumentTests.swift", filePath: "DocumentTests.swift", line: 7, column: 1)
        host.record(Problem("in time", at: site, severity: .warning))
        host.close(nil)
        host.record(Problem("too late", at: site, severity: .warning))
      }
      let lines = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n")
      #expect(
        lines == [
          "DocumentTests.swift:7: warning: in time", "DocumentTests.swift:7: warning: too late",
          "  (noticed after a test was over)",
        ])
    }
  #endif

  /// It is printed where it is recorded, but too late for the exit code.
  @Test(.ownThreads) func failureThatAThreadRecordsAtTheEnd_failsTheRun_andIsNotPrintedTwice() async {
    let result = await #expect(processExitsWith: .exitCode(1), observing: [\.standardErrorContent]) {
      let problem = PendingProblems.add(Problem("lost", at: CallSite.at(#fileID, #filePath, #line, #column)))
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          PendingProblems.deliver(problem) { _ in
            continuation.resume()
            // The recording lasts until after the end has begun.
            usleep(200_000)
          }
        }
      }
      exit(0)
    }
    #expect(result.map { !String(decoding: $0.standardErrorContent, as: UTF8.self).contains("lost") } == true)
  }

  #if os(Linux) && compiler(>=6.3)
    /// The library makes no check fail where such a handler would record it.
    @Test(.ownThreads) func fallbackHandler_isFound() async {
      await #expect(processExitsWith: .success) {
        typealias Handler = @convention(c) () -> Void
        typealias Install = @convention(c) (Handler) -> Bool
        let install = try #require(dlsym(nil, "_swift_testing_installFallbackEventHandler"))
        // Returns false if a framework has installed its own.
        _ = unsafeBitCast(install, to: Install.self)({})
        #expect(!FallbackHandler.isNone && !FallbackHandler.isOfXCTest)
      }
    }
  #endif

  #if compiler(>=6.3) && !canImport(Darwin)
    /// The test has not failed, and goes on.
    @Test func knownIssue_thatStopsABody_hidesNoLaterFailure() {
      let saved = Expectation("saved", of: Int.self)
      withKnownIssue { _ = try saved.wait(timeout: .zero) }
      withKnownIssue {
        _ = Expectation("uploaded")
      } matching: { issue in
        issue.error.map { "\($0)" }?.hasPrefix("No test waited for \"uploaded\"") ?? false
      }
    }
  #endif

  @Test func host_ofATest_isTheSameForAllItsExpectations() throws {
    let (one, two) = (Expectation("one", count: 0...), Expectation("two", count: 0...))
    let hosts = [one, two].map { $0.host as? TestingHost }
    #expect(hosts[0] != nil)
    #expect(hosts[0] === hosts[1])
    _ = (one.values, two.values)
  }

  @Test(arguments: 0..<8)
  func host_ofACase_isSharedWithNoOther(number: Int) async throws {
    let one = Expectation("one", count: 0...)
    let host = try #require(one.host as? TestingHost)
    #expect(TestingHost.current(creates: true) === host, "each case runs in a task of its own")
    let other = await Task.detached { TestingHost.current(creates: true) }.value
    #expect(other == nil, "a detached task is in no test")
    _ = one.values
  }

  /// An expectation created there belongs to no test, unless a test waits for it. One created by the test belongs to
  /// the test.
  @Test(.ownThreads) func host_ofAThread_andOfADetachedTask_isOfNoTest() async throws {
    let hosts = Recorder<[Bool]>("hosts")
    let ofTest = try #require(TestingHost.current(creates: true))
    let check: @Sendable () -> [Bool] = {
      let own = Expectation("own", count: 0...)
      defer { _ = own.values }
      return [own.host === TestingHost.unattributed, own.host.isOver, TestHosts.current === ofTest]
    }
    Thread { hosts.record(check()) }.start()
    #expect(try await hosts.next() == [true, true, false])
    Task.detached { hosts.record(check()) }
    #expect(try await hosts.next() == [true, true, false])
    #expect(TestingHost.unattributed.orCurrent === ofTest)
  }
}
