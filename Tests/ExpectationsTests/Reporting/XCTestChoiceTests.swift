import Dispatch
import Foundation
import Testing

@testable import Expectations

/// The decisions about XCTest that need no XCTest: the framework of a call, the name of a test, the state after an
/// exception. `Tests/AppleXCTest` checks the rest.
@Suite struct XCTestChoiceTests {
  @Test(
    arguments: [
      (TestProcess.swiftTesting, XCTestStage.idle, TestFramework.swiftTesting),
      (.swiftTesting, .inTest, .swiftTesting),
      (.xctest, .idle, .xctest),
      (.xctest, .betweenTests, .xctest),
      (.xctest, .inTest, .xctest),
      (.both, .idle, .swiftTesting),
      (.both, .betweenTests, .xctest),
      (.both, .inTest, .xctest),
      (.other, .idle, nil),
      (.other, .betweenTests, .xctest),
      (.other, .inTest, .xctest),
    ] as [(TestProcess, XCTestStage, TestFramework?)])
  func framework_isDeterminedForEachCall(process: TestProcess, stage: XCTestStage, framework: TestFramework?) {
    #expect(process.framework(at: stage) == framework)
  }

  /// Every new expectation needs its framework. Where the process determines it, the library does not read the stage of
  /// XCTest, which takes longer.
  @Test(arguments: [TestProcess.swiftTesting, .xctest])
  func framework_ofAProcessForOne_isDeterminedWithoutTheStage(process: TestProcess) {
    func stage() -> XCTestStage {
      Issue.record("the stage was read")
      return .idle
    }
    _ = process.framework(at: stage())
  }

  @Test(
    arguments: [
      ("DocumentTests.testSave", "DocumentTests.testSave"),
      ("-[AppTests.DocumentTests testSave]", "DocumentTests.testSave"),
      ("-[AppTests.Outer.DocumentTests testSave]", "Outer.DocumentTests.testSave"),
      ("-[DocumentTests testSave]", "DocumentTests.testSave"),
      ("-[DocumentTests]", "-[DocumentTests]"),
      ("", ""),
    ])
  func name_isWithoutItsModule(name: String, short: String) {
    #expect(TestName.short(name) == short)
  }

  @Test func problem_isNotedWithItsTest() {
    let finding = ExpectationFinding.neverAwaited("saved", count: 0)
    let problem = Problem(finding, at: CallSite(fileID: "App/A.swift", filePath: "/A.swift", line: 1, column: 1))
    let notes = [problem.noted(inTest: "A.test"), problem.noted(afterTest: "A.test"), problem.noted(afterTest: nil)]
    #expect(
      notes.map { $0.text.split(separator: "\n").last } == [
        "  (in test A.test)", "  (noticed after test A.test was over)", "  (noticed after a test was over)",
      ])
  }

  @Test func blockage_ofFramesThatAnExceptionSkipped_isForgotten() async throws {
    let findings = Recorder<[Bool]>("findings")
    Thread {
      let count = Blockage.Count()
      count.enter()
      count.enter()
      let before = [count.isEntered, count.value == 1]
      count.forgetThread()
      count.forgetThread()
      findings.record(before + [!count.isEntered, count.value == 0])
    }.start()
    #expect(try await findings.next() == [true, true, true, true])
  }

  @Test func wait_ofFramesThatAnExceptionSkipped_isForgotten() async throws {
    let findings = Recorder<[Bool]>("findings")
    Thread {
      var slots = SlotMap<Int>()
      let wait = slots.insert(0)
      RunLoopWaits.push(wait, nil)
      let before = RunLoopWaits.enclosing == [wait]
      findings.record([before, RunLoopWaits.forgetThread() == [wait], RunLoopWaits.enclosing.isEmpty])
    }.start()
    #expect(try await findings.next() == [true, true, true])
  }
}
