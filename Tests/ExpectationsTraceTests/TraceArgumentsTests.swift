import Testing

@testable import ExpectationsTrace

@Suite struct TraceArgumentsTests {
  private static let list = [
    "AppTests.DocumentTests/saves()", "AppTests.DocumentTests/savesTwice(count:)", "AppTests.CacheTests/saves()",
    "AppTests.DocumentXCTests/testSave",
  ]

  @Test func arguments_areRead() throws {
    #expect(try TraceOptions.parse(["A.b", "--limit", "5"]) == TraceOptions(test: "A.b", limit: 5))
    #expect(try TraceOptions.parse(["--until-failure", "20", "A.b"]) == TraceOptions(test: "A.b", runs: 20))
    #expect(try TraceOptions.parse(["--help"]) == nil)
  }

  @Test(arguments: [
    ([], "the name of the test is missing; --help explains"),
    (["A.b", "A.c"], "one test at a time, not A.b and A.c"),
    (["--limit", "0", "A.b"], "--limit needs a whole number from 1 to 86400"),
    (["A.b", "--until-failure"], "--until-failure needs a whole number from 1 to 86400"),
    (["--other"], "there is no option --other; --help lists them"),
  ])
  func arguments_thatAreWrong_areErrors(_ arguments: [String], _ text: String) {
    #expect(throws: TraceError(text)) { try TraceOptions.parse(arguments) }
  }

  @Test(arguments: ["DocumentTests.saves", "DocumentTests/saves()", "AppTests.DocumentTests.saves"])
  func test_isFoundByAnyOfItsNames(_ name: String) throws {
    let test = try TestName.find(name, in: Self.list)
    #expect(test.listed == Self.list[0])
    #expect(test.function == "saves")
    #expect(!test.isOfXCTest)
  }

  @Test func test_withParenthesesInItsName_isFound() throws {
    let list = ["AppTests.DocumentTests/`saves (once)`()", "AppTests.DocumentTests/`saves (twice)`()"]
    #expect(try TestName.find("DocumentTests.`saves (twice)`", in: list).listed == list[1])
  }

  @Test func test_ofXCTest_isTold() throws {
    let test = try TestName.find("testSave", in: Self.list)
    #expect(test.isOfXCTest)
    #expect(test.filter == #"^AppTests\.DocumentXCTests\/testSave$"#)
  }

  @Test func filter_matchesNoLongerName() throws {
    let filter = try Regex(TestName(listed: Self.list[0]).filter)
    #expect(Self.list.map { $0.contains(filter) } == [true, false, false, false])
  }

  @Test func filter_ofARawIdentifier_matchesIt() throws {
    let test = TestName(listed: "AppTests.`My suite`/`x is [^1] - 0.5 → y`()")
    #expect(test.listed.contains(try Regex(test.filter)))
  }

  @Test func name_thatIsNotThatOfOneTest_isAnError() {
    #expect(throws: TraceError("no test has the name aves; `swift test list` prints all names")) {
      try TestName.find("aves", in: Self.list)
    }
    #expect(
      throws: TraceError("saves is the name of 2 tests: AppTests.DocumentTests.saves, AppTests.CacheTests.saves")
    ) {
      try TestName.find("saves", in: Self.list)
    }
  }

  @Test(arguments: [
    ("$s1AAAV3runyyYaFTY0_", "(1) suspend resume partial function for A.run()", "A.run()"),
    ("$s1AAAC1fyyF", "generic specialization <Int> of A.f(_:)", "A.f(_:)"),
    ("$s1AAACfd", "A.deinit", "A.deinit"), ("$s1AAACfD", "A.__deallocating_deinit", nil),
    ("$s1AAACACycfC", "A.__allocating_init()", nil), ("$s1AWOh", "outlined destroy of A", nil),
    ("block_copy_helper", "block_copy_helper", nil),
  ])
  func function_thatSomeoneWrote_hasAName(_ symbol: String, _ text: String, _ name: String?) {
    #expect(FunctionName.name(symbol, text) == name)
  }

  @Test func closure_isShownWithoutNumbers() {
    #expect(FunctionName.shown("closure #1 in closure #12 in A.f()") == "closure in closure in A.f()")
    #expect(FunctionName.parent("closure #1 in closure #12 in A.f()") == "closure #12 in A.f()")
    #expect(FunctionName.parent("A.f()") == nil)
  }

  @Test func continuation_isTold() {
    #expect(["$sTY0_", "$sTQ12_"].allSatisfy(FunctionName.isContinuation))
    #expect(!["$sTY_", "$sTY0", "$sTX0_"].contains(where: FunctionName.isContinuation))
  }
}
