import Foundation
import TestSupport
import Testing

import class Expectations.Expectation

@testable import Expectations

/// The ledger says how often a test has begun.
@Suite struct IterationTests {
  @Test(.ownThreads) func testThatBeginsAgain_hasTheNextNumber() async {
    await #expect(processExitsWith: .success) {
      setenv("EXPECTATIONS_REPORT", "/dev/null", 1)
      #expect([nil, nil].map { TestIterations.number(of: "A.test", in: $0) } == [1, 2])
      #expect(TestIterations.number(of: "B.test", in: nil) == 1)
      // The same task runs the same test, and one that is older runs an earlier one, of which the number is gone.
      #expect([7, 7, 9, 7].map { TestIterations.number(of: "C/test()", in: $0) } == [1, 1, 2, nil])
    }
  }

  @Test(.ownThreads) func withoutALedger_noneIsCounted() async {
    await #expect(processExitsWith: .success) {
      unsetenv("EXPECTATIONS_REPORT")
      #expect(TestIterations.number(of: "A.test", in: nil) == nil)
    }
  }

  #if os(Linux) && compiler(>=6.3) && compiler(<6.4)
    /// The library knows it where a test runs in a task of its own, and uses the library in that task first.
    @Test(.ownThreads) func repeatedTest_hasItInEachLine() async throws {
      let path = Self.path(of: getpid())
      defer { unlink(path) }
      await #expect(processExitsWith: .success) {
        setenv("EXPECTATIONS_REPORT", Self.path(of: getppid()), 1)
        becomeSwiftTesting("RepeatedTests", "--repetitions", "3")
      }
      let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        .map { try JSONDecoder().decode(LedgerLine.self, from: Data($0.utf8)) }
      func iterations(_ description: String) -> [Int?] {
        lines.filter { $0.description == "\"\(description)\"" }.map(\.iteration)
      }
      #expect(iterations("first") == [1, 2, 3])
      #expect(iterations("second") == [1, 2, 3])
      #expect(iterations("held") == [1, 2, 3])
      #expect(iterations("case") == [nil, nil, nil, nil, nil, nil])
      #expect(lines.count == 15)
    }

    private static func path(of process: pid_t) -> String {
      FileManager.default.temporaryDirectory.appendingPathComponent("iterations-\(process)").path
    }
  #endif
}

/// Tests that are repeated in a process of their own.
@Suite struct RepeatedTests {
  @Test func waitsTwice() async {
    let (first, second) = (Expectation("first"), Expectation("second"))
    first.fulfill()
    await first.wait()
    // The task has the host of the test.
    await Task {
      second.fulfill()
      await second.wait()
    }.value
  }

  private static let held = Locked<[Expectation<Void>]>([])

  /// The expectations hold what the library knows of the test.
  @Test func holdsAnExpectation() async {
    let done = Expectation("held")
    done.fulfill()
    await done.wait()
    Self.held.withLock { $0.append(done) }
  }

  @Test(arguments: [1, 2]) func waits(_ number: Int) async {
    let done = Expectation("case")
    done.fulfill()
    await done.wait()
  }
}
