// [documented]
#if os(Linux)
  import Expectations
  import Foundation
  import Leftovers
  import TestSupport
  import Testing
  import XCTest

  /// What only a process of XCTest shows: `EXPECTATIONS_LEFTOVERS` checks each of its tests, without a line in its
  /// class, and `settle()` blocks.
  @Suite struct RunCheckTests {
    /// A file that a process and its children can both derive.
    private static func path(_ test: String, of process: pid_t) -> String {
      FileManager.default.temporaryDirectory.appendingPathComponent("leftovers-\(test)-\(process)").path
    }

    private static func run(_ test: String, within seconds: String, except names: String = "") -> Never {
      setenv("EXPECTATIONS_LEFTOVERS", seconds, 1)
      setenv("EXPECTATIONS_LEFTOVERS_EXCEPT", names, 1)
      setenv(LeavingXCTests.variable, "1", 1)
      dup2(open(path("\(test)-\(seconds)-\(names)", of: getppid()), O_CREAT | O_RDWR | O_TRUNC, 0o600), STDERR_FILENO)
      becomeXCTest("LeftoversTests.LeavingXCTests/\(test)")
    }

    /// What the process of a test has printed on standard error.
    private func output(_ test: String, within seconds: String, except names: String = "") throws -> String {
      let path = Self.path("\(test)-\(seconds)-\(names)", of: getpid())
      defer { unlink(path) }
      let text = try String(contentsOfFile: path, encoding: .utf8)
      // A process that finds no such test succeeds, too.
      #expect(text.contains("The test has run."))
      return text
    }

    @Test(.ownThreads) func task_failsTheRun() async throws {
      await #expect(processExitsWith: .exitCode(1)) { Self.run("testLeavesATask", within: "0.05") }
      let text = try output("testLeavesATask", within: "0.05")
      #expect(text.contains("failure: Not all tasks of this test have ended"), "\(text)")
      #expect(text.contains("(noticed after test LeavingXCTests.testLeavesATask was over)"), "\(text)")
    }

    @Test(.ownThreads) func taskOfAnAsynchronousTest_failsTheRun() async throws {
      await #expect(processExitsWith: .exitCode(1)) { Self.run("testLeavesATask_asynchronous", within: "0") }
      #expect(try output("testLeavesATask_asynchronous", within: "0").contains("Not all tasks of this test have ended"))
    }

    #if DEBUG
      @Test(.ownThreads, .whereTasksAreRead, .enabled(if: !Sanitizer.isActive))
      func detachedTask_failsTheRun() async throws {
        await #expect(processExitsWith: .exitCode(1)) { Self.run("testLeavesADetachedTask", within: "1") }
        let text = try output("testLeavesADetachedTask", within: "1")
        #expect(text.contains("failure: Tasks that were made detached or on a queue"), "\(text)")
        // On a busy machine, it may not have begun.
        #expect(text.contains("\n  a task ") && text.contains(" at RunCheckTests.swift"), "\(text)")
        #expect(text.contains("(noticed after test LeavingXCTests.testLeavesADetachedTask was over)"), "\(text)")
      }

      @Test(.ownThreads, .whereTasksAreRead, .enabled(if: !Sanitizer.isActive))
      func tasksThatMayBeLeft_pass() async throws {
        await #expect(processExitsWith: .success) {
          Self.run("testLeavesADetachedTask", within: "60", except: "Elsewhere, LeavingXCTests")
        }
        let output = try output("testLeavesADetachedTask", within: "60", except: "Elsewhere, LeavingXCTests")
        #expect(!output.contains("have not ended"), "\(output)")
        await #expect(processExitsWith: .success) {
          Self.run("testLeavesATask", within: "60", except: "LeavingXCTests.testLeavesATask")
        }
        let other = try self.output("testLeavesATask", within: "60", except: "LeavingXCTests.testLeavesATask")
        #expect(!other.contains("have ended"), "\(other)")
      }
    #endif

    @Test(.ownThreads) func emptyName_isReported() async throws {
      await #expect(processExitsWith: .exitCode(1)) { Self.run("testLeavesATask", within: "0.05", except: "Cache,,") }
      let text = try output("testLeavesATask", within: "0.05", except: "Cache,,")
      #expect(text.contains("EXPECTATIONS_LEFTOVERS_EXCEPT=Cache,, is not a list of names"), "\(text)")
    }

    @Test(.ownThreads) func observer_failsTheRun() async throws {
      await #expect(processExitsWith: .exitCode(1)) { Self.run("testLeavesAnObserver", within: "0.05") }
      #expect(try output("testLeavesAnObserver", within: "0.05").contains("still observes its notification"))
    }

    @Test(.ownThreads) func taskThatEnds_passes() async throws {
      await #expect(processExitsWith: .success) { Self.run("testEndsItsTask", within: "60") }
      #expect(try !output("testEndsItsTask", within: "60").contains("Not all tasks"))
    }

    /// The failure of the test may be the reason, so this is no second one.
    @Test(.ownThreads) func taskOfAFailedTest_isAWarning() async throws {
      await #expect(processExitsWith: .exitCode(1)) { Self.run("testFailsAndLeavesATask", within: "0.05") }
      let text = try output("testFailsAndLeavesATask", within: "0.05")
      #expect(text.contains("warning: Not all tasks of this test have ended"), "\(text)")
      #expect(!text.contains("failure: Not all"), "\(text)")
    }

    /// In a process of its own, nothing keeps the tasks from being read but a sanitizer.
    @Test(.realTime, .ownThreads, .whereTasksAreRead, .enabled(if: !Sanitizer.isActive))
    func settle_blocks() async throws {
      await #expect(processExitsWith: .success) { Self.run("testSettles", within: "60") }
      _ = try output("testSettles", within: "60")
      await #expect(processExitsWith: .success) { Self.run("testSettles_asDocumented", within: "60") }
      _ = try output("testSettles_asDocumented", within: "60")
      await #expect(processExitsWith: .success) { Self.run("testSettlesAndAdvances_asDocumented", within: "60") }
      _ = try output("testSettlesAndAdvances_asDocumented", within: "60")
    }

    @Test(.ownThreads) func wrongValue_isIgnored() async throws {
      await #expect(processExitsWith: .success) { Self.run("testLeavesATask", within: "soon") }
      let text = try output("testLeavesATask", within: "soon")
      #expect(text.contains("EXPECTATIONS_LEFTOVERS=soon is not zero or a positive decimal number"), "\(text)")
    }
  }

  /// Tests that leave something. `RunCheckTests` switches them on.
  final class LeavingXCTests: XCTestCase {
    static let variable = "LEAVING_TESTS_LEAVE"

    override func tearDown() {
      if isOn { FileHandle.standardError.write(Data("The test has run.\n".utf8)) }
    }

    private var isOn: Bool { ProcessInfo.processInfo.environment[Self.variable] != nil }
    private static let held = Locked<AnyObject?>(nil)

    func testLeavesATask() {
      guard isOn else { return }
      Task { try? await Task.sleep(for: .seconds(600)) }
    }

    func testLeavesADetachedTask() {
      guard isOn else { return }
      Task.detached { try? await Task.sleep(for: .seconds(600)) }
    }

    func testLeavesATask_asynchronous() async {
      guard isOn else { return }
      await Task { _ = Task { try? await Task.sleep(for: .seconds(600)) } }.value
    }

    func testLeavesAnObserver() {
      guard isOn else { return }
      let changed = Expectation(notification: Notification.Name("changed"), count: 0...)
      changed.wait(timeout: .zero)
      Self.held.withLock { $0 = Expectation(notification: Notification.Name("changed"), count: 0...) }
      XCTAssertEqual((Self.held.withLock { $0 } as? AsyncExpectation<Void>)?.fulfillmentCount, 0)
    }

    func testEndsItsTask() async {
      let task = Task { await Task.yield() }
      await task.value
    }

    func testSettles() {
      guard isOn else { return }
      let (clock, steps) = (ManualClock(), Locked(0))
      for _ in 0..<10 {
        Task {
          for _ in 0..<50 {
            await Task.yield()
            steps.withLock { $0 += 1 }
          }
          try await clock.sleep(for: .seconds(1))
          steps.withLock { $0 += 1 }
        }
      }
      Task { @MainActor in
        await Task.yield()
        steps.withLock { $0 += 1_000 }
      }
      settle()
      XCTAssertEqual(steps.withLock { $0 }, 1_500)
      clock.advance(by: .seconds(1))
      settle()
      XCTAssertEqual(steps.withLock { $0 }, 1_510)
    }

    func testSettles_asDocumented() {
      guard isOn else { return }
      let clock = ManualClock()
      let note = Note(autosaveAfter: .seconds(30), clock: clock)
      note.edit("text")
      settle()
      clock.advance(by: .seconds(30))
      settle()
      XCTAssertEqual(note.saves, 1)
    }

    func testSettlesAndAdvances_asDocumented() {
      guard isOn else { return }
      let clock = ManualClock()
      let timer = RepeatingTimer(every: .seconds(1), clock: clock)
      timer.start()
      clock.settleAndAdvance(by: .seconds(10))
      XCTAssertEqual(timer.ticks, 10)
      timer.stop()
    }

    func testFailsAndLeavesATask() {
      guard isOn else { return }
      Task { try? await Task.sleep(for: .seconds(600)) }
      XCTFail("a failure")
    }
  }

  /// Saves some time after an edit.
  private final class Note: Sendable {
    private let (delay, clock): (Duration, ManualClock)
    private let count = Locked(0)

    init(autosaveAfter delay: Duration, clock: ManualClock) { (self.delay, self.clock) = (delay, clock) }

    var saves: Int { count.withLock { $0 } }

    func edit(_ text: String) {
      Task {
        try await clock.sleep(for: delay)
        count.withLock { $0 += 1 }
      }
    }
  }
#endif
