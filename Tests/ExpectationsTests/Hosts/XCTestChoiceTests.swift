import Testing

@testable import Expectations

/// The decisions about XCTest that need no XCTest: the framework of a call, the name of a test, the state after an
/// exception. `Tests/Checks/AppleXCTest` checks the rest.
@Suite struct XCTestChoiceTests {
  @Test(
    arguments: [
      (TestProcess.swiftTesting, XCTestStage.idle, TestFramework.swiftTesting),
      (.swiftTesting, .inTest, .swiftTesting),
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

  /// Every new expectation needs its framework. In a process of Swift Testing, the library does not read the stage of
  /// XCTest, which takes longer.
  @Test func framework_ofAProcessOfSwiftTesting_isDeterminedWithoutTheStage() {
    func stage() -> XCTestStage {
      Issue.record("the stage was read")
      return .idle
    }
    #expect(TestProcess.swiftTesting.framework(at: stage()) == .swiftTesting)
  }

  #if os(Linux)
    @Test(
      arguments: [(0x7f10_0000_0fff, false), (0x7f10_0000_1000, true), (0x7f10_0000_2000, false)] as [(UInt, Bool)])
    func handlerOfXCTest_isKnownByItsLibrary(address: UInt, isOfXCTest: Bool) {
      let maps = """
        7f1000000000-7f1000001000 r-xp 00000000 08:01 123   /XCTest/libTesting.so
        7f1000001000-7f1000002000 r-xp 00000000 08:01 124   /usr/lib/swift/linux/libXCTest.so
        7f1000002000-7f1000003000 rw-p 00000000 00:00 0
        """
      #expect(FallbackHandler.isInXCTest(address, maps: maps) == isOfXCTest)
    }
  #endif

  @Test(
    arguments: [
      ("DocumentTests.testSave", "DocumentTests.testSave"),
      ("-[AppTests.DocumentTests testSave]", "DocumentTests.testSave"),
      ("-[AppTests.Outer.DocumentTests testSave]", "Outer.DocumentTests.testSave"),
      ("-[DocumentTests testSave]", "DocumentTests.testSave"),
      ("-[DocumentTests]", "-[DocumentTests]"),
      ("", ""),
    ])
  func name_isWithoutItsModule(name: String, short: String) { #expect(TestName.short(name) == short) }

  @Test func problem_isNotedWithItsTest() {
    let problem = Problem("saved", at: CallSite(fileID: "App/A.swift", filePath: "/A.swift", line: 1, column: 1))
    let notes = [problem.noted(inTest: "A.test"), problem.noted(afterTest: "A.test"), problem.noted(afterTest: nil)]
    #expect(
      notes.map { $0.text.split(separator: "\n").last } == [
        "  (in test A.test)", "  (noticed after test A.test was over)", "  (noticed after a test was over)",
      ])
  }
}
