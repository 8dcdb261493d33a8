import Foundation
import TestSupport
import Testing

@testable import ThreadInspection

/// Which tests of Swift Testing run, by the names of their tasks.
@Suite struct RunningTestTests {
  @Test(arguments: [
    ("[Swift Testing] test saves() - running", "saves()"),
    ("[Swift Testing] test \"a - running\" - running", "\"a - running\""),
    ("[Swift Testing] test saves(_:) - running test case #12", "saves(_:), case 12"),
    ("[Swift Testing] test saves()", nil), ("[Swift Testing] suite Saving - running", nil),
    ("[Swift Testing] test run", nil), ("[Swift Testing] test saves() - running late", nil),
    ("test saves() - running", nil), ("", nil),
  ])
  func name_isOneOfATestCase(_ name: String, _ test: String?) { #expect(TestTaskName.test(name) == test) }

  @Test func caseThatWaitsForItsTurn_doesNotRun() {
    #expect(TestTaskName.waitsForTurn(["swift_continuation_await", "$s7Testing10SerializerC3run"]))
    #expect(!TestTaskName.waitsForTurn(["$s7Testing6RunnerV3run", "$s3App10SerializerC3run"]))
  }

  #if Stacks && os(Linux) && arch(x86_64) && canImport(Glibc) && compiler(<6.4)
    private static var running: [String] {
      ProcessInspector.copy(limit: .seconds(30)).resolved(limit: .seconds(30)).runningTests
    }

    @Test(.enabled(if: !Sanitizer.isActive)) func testThatRunsNow_isNamed() {
      #expect(Self.running.contains("testThatRunsNow_isNamed()"))
    }

    @Test(.enabled(if: !Sanitizer.isActive), arguments: [1])
    func testThatIsSuspended_isNamed(_ number: Int) async {
      let names = await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(returning: Self.running) }
      }
      #expect(names.contains("testThatIsSuspended_isNamed(_:), case 1"), "\(names)")
    }
  #endif
}
