import Testing

@testable import RunCoverage

@Suite struct RunTextTests {
  // Its own count is 0: it began before the counters were copied.
  private let test = """
    func savesTheFile() «0ƒ{
      let saved = Expectation("saved")
      Store().save(text) «0λ{ saved.fulfill() }»
      saved.wait()
    }»
    """

  @Test func earlyReturn_showsTheLastLineAndTheCallThatDidNotRun() {
    let store = """
      func save(_ text: String, completion: @escaping () -> Void) «1ƒ{
        guard text.isEmpty else «1 {
          return
        }»«0 
        write(text)
        completion()
      »}»
      """
    #expect(
      ran(test, store) == [
        "not run: Tests.swift:3: { saved.fulfill() }",
        "save() ran no farther than Store.swift:3: return; not run: 6 completion()",
      ])
  }

  @Test func exitOfSomeCalls_saysHowMany() {
    let store = """
      func save(_ text: String) «1ƒ{
        for part in text «4 {
          queue.async «4λ{
            if part.isEmpty «1 { return }»«3 
            group.leave()
          »}»
        }»
      }»
      """
    #expect(
      ran(test, store).dropFirst() == [
        "1 of 4 times, a closure in save() left at Store.swift:4: if part.isEmpty { return }",
        "also ran: Store.swift:1 save()",
      ])
  }

  @Test func callOfSomeTimes_saysHowMany() {
    let store = """
      func save(_ text: String) «4ƒ{
        if isNew «3 { group.leave() }»
      }»
      """
    #expect(
      ran(test, store).dropFirst() == ["save() ran 4 times, but only 3 times Store.swift:2: if isNew { group.leave() }"]
    )
  }

  @Test func branchOfTheOtherTimes_isShownWithTheCall() {
    let store = """
      func load(_ name: String, completion: () -> Void) «3ƒ{
        if isCached «1 {
          hits += 1
        }» else «2 {
          completion()
        }»
      }»
      """
    #expect(
      ran(test.replacing("save(text)", with: "load(text)"), store).dropFirst() == [
        "load() ran 3 times, but only 2 times Store.swift:5: completion(), and once 3 hits += 1"
      ])
  }

  @Test func closureOfAnOptionalCall_saysSo() {
    let store = """
      func save(_ text: String) «1ƒ{
        write(text)
        self.queue?.async «0λ{ report() }»
        queue.async(flags: self.flags?.first) «0λ{ report() }»
      }»
      """
    #expect(
      ran(test, store).dropFirst() == [
        "closure of an optional call not called: Store.swift:3: self.queue?.async { report() }",
        "closure not called: Store.swift:4: queue.async(flags: self.flags?.first) { report() }",
        "also ran: Store.swift:1 save()",
      ])
  }

  @Test func errorThatIsCaught_showsWhatRanInstead() {
    let store = """
      func save(_ text: String, completion: () -> Void) «1ƒ{
        do «1 {
          try write(text)«0 
          completion()
        »}» catch «1 {
          print(error)
        }»
      }»
      """
    #expect(
      ran(test, store).dropFirst() == [
        "save() ran Store.swift:6: print(error); not run: 4 completion()"
      ])
  }

  @Test func errorThatIsThrown_showsItsLine() {
    let store = """
      func save(_ text: String, completion: () -> Void) throws «1ƒ{
        try write(text)«0 
        completion()
      »}»
      """
    #expect(
      ran(test, store).dropFirst() == [
        "save() ran no farther than Store.swift:2: try write(text); not run: 3 completion()"
      ])
  }

  @Test func exitInALoop_isShownWithWhatItSkipped() {
    let store = """
      func save(_ text: String, completion: () -> Void) «1ƒ{
        for part in text «2 {
          guard part.isLetter else «2 { continue }»«0 
          completion()
        »}»
        close()
      }»
      """
    #expect(
      ran(test, store).dropFirst() == [
        "save() ran Store.swift:3: guard part.isLetter else { continue }; not run: 4 completion()"
      ])
  }

  @Test func otherBranch_isShownBesideTheOneThatDidNotRun() {
    let store = """
      func save(_ text: String, completion: () -> Void) «1ƒ{
        switch text {
        «0 case "a":
          completion()»
        «1 default:
          print("unknown")»
        }
      }»
      """
    #expect(
      ran(test, store).dropFirst() == ["save() ran Store.swift:6: print(\"unknown\"); not run: 4 completion()"])
  }

  @Test func guardThatHeld_isNotMentioned() {
    let store = """
      func save(_ text: String) «1ƒ{
        guard text.isEmpty else «0 { throw Failure() }»
        write(a ? «1 1» : «0 2»)
      }»
      """
    #expect(ran(test, store).dropFirst() == ["also ran: Store.swift:1 save()"])
  }

  @Test func closureThatWasNotCalled_isNamedByItsLine() {
    let store = """
      func save(_ text: String) «1ƒ{
        queue.async «0λ{ [weak self] in
          self?.write()
        }»
      }»
      """
    #expect(
      ran(test, store).dropFirst() == [
        "closure not called: Store.swift:2: queue.async { [weak self] in", "also ran: Store.swift:1 save()",
      ])
  }

  @Test func closureInABranchThatDidNotRun_isNotMentioned() {
    let store = """
      func save(_ text: String) «1ƒ{
        if isNew «0 {
          queue.async «0λ{ write() }»
        }»
      }»
      """
    #expect(ran(test, store).dropFirst() == ["save() did not enter Store.swift:2: if isNew {; not run: 3 queue.async"])
  }

  @Test func optionalCall_whoseFunctionDidNotRun_isShown() {
    let spy = """
      class Spy «0 {»
        func didSave(_ store: Store) «0ƒ{ saved() }»
      """
    let store = """
      func save(_ text: String) «1ƒ{
        write(text)
        delegate?.didSave(self)
      }»
      """
    #expect(
      ran(test, store, spy).dropFirst() == [
        "Store.swift:3: delegate?.didSave(self); not run: didSave()"
      ])
  }

  @Test func optionalCall_whoseFunctionRan_isNotSaidToLackIt() {
    let spy = "func didSave(_ store: Store) «1ƒ{ saved() }»"
    let store = "func save(_ text: String) «1ƒ{ delegate?.didSave(self) }»"
    #expect(!ran(test, store, spy).joined().contains("not run: didSave()"))
  }

  /// Code after an `await` is counted when the code before it begins.
  @Test func callAfterAnAwait_isNotSaidToHaveRun() {
    let store = """
      func save(_ text: String, completion: () -> Void) async «1ƒ{
        await write(text)
        completion()
      }»
      """
    #expect(
      ran(test, store).dropFirst() == [
        "save() came at least to Store.swift:2: await write(text)"
      ])
  }

  @Test func functions_areListedByTheNamesThatLeadToThem() {
    let store = """
      func far() «1ƒ{ guard c else «1 { return }»«0 ; done() »}»
      func near() «1ƒ{ guard b else «1 { return }»«0 ; far(); done() »}»
      func save() «1ƒ{ guard a else «1 { return }»«0 ; near(); done() »}»
      func elsewhere() «1ƒ{ guard d else «1 { return }»«0 ; done() »}»
      func done(_ body: () -> Void) «0ƒ{}»
      var done: () -> Void
      """
    let lines = ran(test, store).dropFirst()
    #expect(lines.map { $0.prefix { $0 != " " } } == ["save()", "near()", "far()", "elsewhere()"])
  }

  @Test func closureOfTheTestThatLeftBefore_isFirst() {
    let test = """
      func savesTheFile() «0ƒ{
        let saved = Expectation("saved")
        Store().save(text) «1λ{ result in
          guard case .success = result else «1 { return }»«0 
          saved.fulfill()
        »}»
        saved.wait()
      }»
      """
    #expect(
      ran(test, "func save() «1ƒ{ guard c else «1 { return }»«0 ; done() »}»").first
        == "a closure in savesTheFile() ran no farther than Tests.swift:4: guard case .success = result else { return }; "
        + "not run: 5 saved.fulfill()")
  }

  @Test func otherTestsOfTheFile_areNotMentioned() {
    let file = """
      class StoreTests {
        func testOther() «0ƒ{
          let saved = Expectation2("saved")
          Store().save(text) «0λ{ saved.fulfill() }»
        }»
        func testSaves() «0ƒ{
          let saved = Expectation("saved")
          Store().save(text) «0λ{ saved.fulfill() }»
          Store().close «0λ{ Store().open «0λ{ print(1) }» }»
          saved.wait()
          Store().load «0λ{ print(1) }»
        }»
      }
      """
    #expect(
      ran(file) == [
        "not run: Tests.swift:8: { saved.fulfill() }",
        "closure not called: Tests.swift:9: Store().close { Store().open { print(1) } }",
        "no other function of your code was called since the expectation was created",
      ])
  }

  @Test func linesThatEndWithTwoCharacters_areLines() {
    let file = """
      func testSaves() «0ƒ{
        let saved = Expectation("saved")
        Store().save «0λ{ saved.fulfill() }»
        saved.wait()
      }»
      """
    #expect(ran(file) == ran(file.replacing("\n", with: "\r\n")))
  }

  @Test func otherExpectationsOfTheTest_areNotTakenForTheMissingOne() {
    let file = """
      class StoreTests {
        func testSaves() «0ƒ{
          let saved = Expectation("saved")
          let uploaded = Expectation("uploaded")
          Store().save(text) «0λ{ uploaded.fulfill() }»
          finish(saved)
          saved.wait()
        }»
      }
      """
    #expect(ran(file).allSatisfy { !$0.hasPrefix("not run:") })
  }

  @Test func fileThatTheCoverageDoesNotHave_isNotTakenForOneThatDidNotRun() {
    let text = RunText(files: [], createdAt: ("/tests/Tests.swift", 1), waitAt: ("/tests/Tests.swift", 2))
    #expect(text.lines == ["what ran is not known: the code coverage does not have the lines of the test"])
  }

  @Test func spyOfTheTest_hasTheLineThatFulfills() {
    let file = """
      func tells() «1ƒ{
        let saved = Expectation("saved")
        store.delegate = Spy(saved)
        saved.wait()
      }»
      class Spy {
        let wanted: Expectation2
        func didSave() «0ƒ{ wanted.fulfill() }»
      }
      class Unused {
        func didSave() «0ƒ{ wanted.fulfill() }»
      }
      """
    #expect(ran(file).first == "not run: Tests.swift:8: { wanted.fulfill() }")
    #expect(ran(file).count == 2)
  }

  @Test func lines_areEightAtMost() {
    let store = (1...20).map { "func save\($0)() «1ƒ{ guard c else «1 { return }»«0 ; group.leave() »}»" }
    #expect(ran(test, store.joined(separator: "\n")).count == 8)
    let ends = (1...20).map { "func save\($0)() «1ƒ{ write() }»" }
    #expect(ran(test, (store + ends).joined(separator: "\n")).count == 8)
    #expect(
      ran(test, (store + ends).joined(separator: "\n")).last?.hasPrefix("also ran: Store.swift:21 save1(), ") == true)
  }

  @Test func fileWithoutSource_hasNumbersOnly() {
    let file = CoveredFile(
      path: "/tests/Store.swift", source: "",
      segments: [(18, 9, 1), (20, 16, 1), (22, 6, 0)].map { line, column, count in
        .init(start: .init(line: line, column: column), count: count)
      } + [.init(start: .init(line: 31, column: 4), count: nil)],
      functions: [.init(range: .init(line: 18, column: 9)..<(.init(line: 31, column: 4)), count: 1, isClosure: false)])
    let text = RunText(files: [file], createdAt: ("/tests/Tests.swift", 1), waitAt: ("/tests/Tests.swift", 2))
    #expect(text.lines == ["the function at 18 ran no farther than Store.swift:20; not run: 22"])
  }

  @Test func branchesWithoutSource_areNotTakenForExits() {
    let file = CoveredFile(
      path: "/tests/Store.swift", source: "",
      segments: [(18, 9, 1), (20, 3, 0), (22, 3, 1)].map { line, column, count in
        .init(start: .init(line: line, column: column), count: count)
      } + [.init(start: .init(line: 31, column: 4), count: nil)],
      functions: [.init(range: .init(line: 18, column: 9)..<(.init(line: 31, column: 4)), count: 1, isClosure: false)])
    let text = RunText(files: [file], createdAt: ("/tests/Tests.swift", 1), waitAt: ("/tests/Tests.swift", 2))
    #expect(text.lines == ["the function at 18 ran Store.swift:22; not run: 20"])
  }
}
