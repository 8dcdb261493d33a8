#if os(Linux) && compiler(>=6.3)
  import Foundation
  import Glibc
  import TestSupport
  import Testing

  @testable import Expectations

  /// The library knows the name of the first test in an XCTest process. In a parallel run, every test is the first one
  /// of
  /// its process.
  @Suite struct FirstTestTests {
    /// A file name that a process and its children can both derive.
    private static func path(_ name: String, of process: pid_t) -> String {
      FileManager.default.temporaryDirectory.appendingPathComponent("first-test-\(name)-\(process)").path
    }

    private static func becomeTest(_ name: String) -> Never { becomeXCTest("ExpectationsTests.\(name)") }

    @Test(.ownThreads) func firstTest_isNamedInTheLedger() async throws {
      let path = Self.path("ledger", of: getpid())
      defer { unlink(path) }
      await #expect(processExitsWith: .success) {
        setenv("EXPECTATIONS_REPORT", Self.path("ledger", of: getppid()), 1)
        Self.becomeTest("ComingFromXCTestTests/testHelper_waits")
      }
      let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      let entries = try lines.map { try JSONDecoder().decode(LedgerLine.self, from: Data($0.utf8)) }
      #expect(entries.map(\.test) == ["ComingFromXCTestTests.testHelper_waits"])
      #expect(entries.map(\.iteration) == [1])
    }

    @Test(.ownThreads) func testThatHangsWithoutAWait_isNamedByTheWatchdog() async throws {
      let path = Self.path("watchdog", of: getpid())
      defer { unlink(path) }
      await #expect(processExitsWith: .success) {
        let path = Self.path("watchdog", of: getppid())
        setenv("EXPECTATIONS_WATCHDOG", "0.1", 1)
        setenv(SilentTests.variable, path, 1)
        dup2(open(path, O_CREAT | O_RDWR | O_APPEND, 0o600), STDERR_FILENO)
        Self.becomeTest("SilentTests/testHangs_untilItIsNamed")
      }
      let text = try String(contentsOfFile: path, encoding: .utf8)
      let lines = SteadyText.of(text).components(separatedBy: "\n").drop { !$0.hasPrefix("Expectations:") }
      #expect(
        lines.prefix(2) == [
          "Expectations: no wait has begun or ended for #, and none is live. This test is running:",
          "  SilentTests.testHangs_untilItIsNamed",
        ])
    }

    /// The ledger has the wait that ended before, and the last line on standard error names the test.
    @Test(.realTime, .ownThreads) func testThatHangs_endsTheRun_afterItsReports() async throws {
      let (errors, ledger) = (Self.path("hang", of: getpid()), Self.path("ledger-of-hang", of: getpid()))
      defer { for path in [errors, ledger] { unlink(path) } }
      await #expect(processExitsWith: .exitCode(79)) {
        let path = Self.path("hang", of: getppid())
        setenv("EXPECTATIONS_HANG_LIMIT", "1", 1)
        setenv("EXPECTATIONS_REPORT", Self.path("ledger-of-hang", of: getppid()), 1)
        setenv(SilentTests.variable, path, 1)
        dup2(open(path, O_CREAT | O_RDWR | O_APPEND, 0o600), STDERR_FILENO)
        Self.becomeTest("SilentTests/testHangs_afterAWait")
      }
      let text = try String(contentsOfFile: errors, encoding: .utf8)
      let lines = SteadyText.of(text).components(separatedBy: "\n").drop { !$0.hasPrefix("Expectations:") }
      #expect(
        lines.prefix(2) == [
          "Expectations: no wait has begun or ended for #, and none is live. This test is running:",
          "  SilentTests.testHangs_afterAWait",
        ])
      #expect(
        lines.contains("Expectations: the process ends with exit code 79, because EXPECTATIONS_HANG_LIMIT is set."))
      let waits = try String(contentsOfFile: ledger, encoding: .utf8).split(separator: "\n")
      #expect(waits.count == 1 && waits[0].contains("answered"), "\(waits)")
    }

    private static func hang(_ test: String) -> Never {
      setenv("EXPECTATIONS_HANG_LIMIT", "2", 1)
      setenv(SilentSuiteVariable.name, "1", 1)
      dup2(open(path(test, of: getppid()), O_CREAT | O_RDWR | O_APPEND, 0o600), STDERR_FILENO)
      becomeSwiftTesting("SilentSuite/(\(test)|ends)")
    }

    /// Checks that a hang names a test, where tasks can be read.
    private func expectHang(of test: String, named name: String) throws {
      let path = Self.path(test, of: getpid())
      defer { unlink(path) }
      let text = try String(contentsOfFile: path, encoding: .utf8)
      let lines = SteadyText.of(text).components(separatedBy: "\n").drop { !$0.hasPrefix("Expectations:") }
      var expected = ["Expectations: which tests run is not known."]
      #if Stacks && arch(x86_64) && canImport(Glibc) && compiler(<6.4)
        if !Sanitizer.isActive {
          expected = ["Expectations: the names of tasks say that this test is running:", "  \(name)"]
        }
      #endif
      let nothing = "Expectations: no wait has begun or ended for #, and none is live."
      #expect(Array(lines.prefix(expected.count + 1)) == [nothing] + expected, "\(text)")
    }

    /// Swift Testing says of no test that it runs, but its tasks have names. Each test has a process of its own: the
    /// one that blocks may keep the only thread of the pool.
    @Test(.realTime, .ownThreads) func testsThatNeverUseTheLibrary_areNamed() async throws {
      await #expect(processExitsWith: .exitCode(79)) { Self.hang("blocks") }
      try expectHang(of: "blocks", named: "blocks()")
      await #expect(processExitsWith: .exitCode(79)) { Self.hang("isSuspended") }
      try expectHang(of: "isSuspended", named: "isSuspended(_:), case 1")
    }
  }
#endif
