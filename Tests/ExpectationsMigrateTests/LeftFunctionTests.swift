import Testing

@testable import ExpectationsMigrate

@Suite struct LeftFunctionTests {
  @Test(
    "a reason",
    arguments: [
      "let e = XCTestExpectation(description: \"a\")\nwaitForExpectations(timeout: 1)":
        "5: waits for expectations that it has not created",
      "waitForExpectations(timeout: 1)": "4: waits for expectations that it has not created",
      "wait(for: [], timeout: 1)": "4: waits for nothing",
      "e = expectation(description: \"a\")\nwaitForExpectations(timeout: 1)":
        "4: an expectation is assigned to a variable that is declared elsewhere",
      "use(expectation(description: \"a\"))\nwaitForExpectations(timeout: 1)":
        "4: an expectation is not the value of a variable",
      "for _ in 1...2 {\nlet e = expectation(description: \"a\")\ne.fulfill()\n}\nwaitForExpectations(timeout: 1)":
        "8: `e` is created in another block than the wait for it",
      "let e = expectation(description: \"a\", file: f)\nwait(for: [e], timeout: 1)":
        "4: an expectation is created with more than a description",
      "let e = expectation(for: p, evaluatedWith: o)\nwait(for: [e], timeout: 1)":
        "4: waits for a predicate; the native form is `eventually`",
      "let e = expectation(forNotification: n, object: o)\nwait(for: [e], timeout: 1)":
        "4: waits for a notification; the native form is `Expectation(notification:object:)`",
      "let e = XCTestExpectation(description: \"a\")\nlet w = XCTWaiter()":
        "5: uses `XCTWaiter`; the native form is `report(of:timeout:)`",
      "let e = XCTestExpectation(description: \"a\")\nswitch XCTWaiter.wait(for: [e], timeout: 1) {}":
        "5: the result of a waiter is used for more than to compare it",
      "let (e, f, g) = (expectation(description: \"a\"), 1)\nlet (_, (h)) = (2, expectation(description: \"b\"))":
        "5: the variables of a tuple do not fit its values",
      "let e = self.expectation(description: \"a\")\nq.async { [weak self] in self?.waitForExpectations(timeout: 1) }":
        "5: calls `waitForExpectations` of another object",
      "weak var e = expectation(description: \"a\"), f = expectation(description: \"b\")\nwaitForExpectations(timeout: 1)":
        "4: a weak variable is declared with others",
      "let a: XCTestExpectation = expectation(description: \"a\"), b: XCTestExpectation = expectation(description: \"b\")\nwait(for: [a, b], timeout: 1)":
        "4: a variable with the type XCTestExpectation is declared with others",
    ])
  func reason(_ body: String, _ reason: String) {
    let reason = reason.replacing(": ", with: ": test(): ", maxReplacements: 1)
    #expect(Rewriting.reasons(body) == ["Tests.swift:\(reason)"])
    #expect(Rewriting.body(body) == body)
  }

  private static let creation = "let e = expectation(description: \"a\")\n"

  @Test(
    "a reason after the creation",
    arguments: [
      "use(e)\nwait(for: [e], timeout: 1)": "5: `e` is used for more than to fulfill and wait",
      "print(\"\\(e)\")\nwait(for: [e], timeout: 1)": "5: `e` may be in a text",
      "let saved = expectation(description: \"b\")\nprint(\"\\(saved)\")\nwait(for: [e, saved], timeout: 1)":
        "6: `saved` may be in a text",
      "let e = 1\nwait(for: [e], timeout: 1)": "5: another value is called `e`",
      // No list of captures.
      "all { [e] }\nwait(for: [e], timeout: 1)": "5: `e` is used for more than to fulfill and wait",
      "e.fulfill(\"f\", line: 1)\nwait(for: [e], timeout: 1)": "5: `e` is used for more than to fulfill and wait",
      "wait(for: [e, other], timeout: 1)": "5: waits for `other`, which it has not created",
      "wait(for: list, timeout: 1)": "5: waits for `list`, which it has not created",
      "e.fulfill()": "4: does not wait for `e` itself",
      "for _ in 1...2 { waitForExpectations(timeout: 1) }": "5: `e` is created in another block than the wait for it",
      "e.fulfill()\ne.expectedFulfillmentCount = 2\nwait(for: [e], timeout: 1)":
        "6: `e` is set after it is used, or long after its creation",
      "let n = 2\ne.expectedFulfillmentCount = n\nwait(for: [e], timeout: 1)":
        "6: `e` is set after it is used, or long after its creation",
      "if x { e.isInverted = true }\nwait(for: [e], timeout: 1)":
        "5: `e` is set in another block, or in a part of a statement",
      "e.isInverted = x\nwait(for: [e], timeout: 1)": "5: `isInverted` is set to a value that is no literal",
      "e.isInverted = true\ne.expectedFulfillmentCount = n\nwait(for: [e], timeout: 1)":
        "6: an inverted expectation has a count that is no literal",
      "wait(for: [e], timeout: .infinity)": "5: the timeout `.infinity` has no native form",
      "wait(for: [e], timeout: 1, file: f)": "5: the wait has an argument `file` that has no native form",
      "waitForExpectations(timeout: 1) { error in use(error) }": "5: its handler uses the error, or returns",
      "Task { wait(for: [e], timeout: 1) }": "5: blocks its thread in a task",
    ])
  func reasonAfterCreation(_ rest: String, _ reason: String) { self.reason(Self.creation + rest, reason) }

  @Test(
    "in an asynchronous test",
    arguments: [
      "wait(for: [e], timeout: 1)": "blocks its thread in an asynchronous function; write `await fulfillment(of:)`",
      "await fulfillment(of: [e])": "a wait without a timeout has no end in XCTest, and needs one here",
      "let t = Task { await fulfillment(of: [e], timeout: 1) }":
        "waits in a task; a native wait ends if its task is canceled",
    ])
  func asynchronous(_ rest: String, _ text: String) {
    #expect(Rewriting.reasons(Self.creation + rest, in: "func test() async") == ["Tests.swift:5: test(): \(text)"])
  }

  @Test("functions that create for others leave those that wait for all")
  func creatorsForOthers() {
    let others = """
        func begin() {
          e = expectation(description: "begun")
        }
        func beginAll() { begin() }

      """
    let body = "let f = expectation(description: \"a\")\nbeginAll()\nwaitForExpectations(timeout: 1)"
    #expect(
      Rewriting.reasons(body, others: others) == [
        "Tests.swift:6: test(): `beginAll()` may create expectations that this function waits for",
        "Tests.swift:9: begin(): an expectation is assigned to a variable that is declared elsewhere",
      ])
    // A wait that names its expectation does not depend on others.
    let named = body.replacing("waitForExpectations(timeout: 1)", with: "wait(for: [f], timeout: 1)")
    #expect(Rewriting.reasons(named, others: others).count == 1)
  }

  @Test(
    "what would not compile, or would lose something",
    arguments: [
      "if case .timedOut = XCTWaiter.wait(for: [e], timeout: 1) { fail() }":
        "the result of a waiter is used for more than to compare it",
      "let r = XCTWaiter.wait(for: [e], timeout: 1)\ncheck(r)":
        "the result of a waiter is used for more than to compare it",
      "e.expectedFulfillmentCount = a.count\n  + b.count\nwait(for: [e], timeout: 1)":
        "`e` is set by more than one line",
      "e.expectedFulfillmentCount = max(\n1, n)\nwait(for: [e], timeout: 1)": "`e` is set by more than one line",
      "waitForExpectations(timeout: 1) { _ in\nlet n = count\ncheck(n)\n}": "its handler declares something",
      "waitForExpectations(timeout: 1) { _ in\ne?.fulfill()\n}": "a wait has others inside of it",
      "wait(\nfor: [e],  // saved\ntimeout: 1)": "a comment is inside of a wait or of a creation",
      "if x { wait(for: [e], timeout: 1) }\nwaitForExpectations(timeout: 1)": "an earlier wait is in another block",
      "Task<Void, Never> { wait(for: [e], timeout: 1) }": "blocks its thread in a task",
    ])
  func unsafe(_ rest: String, _ text: String) throws {
    let body = Self.creation + rest
    #expect(try #require(Rewriting.reasons(body).first).hasSuffix(": test(): " + text))
    #expect(Rewriting.body(body) == body)
  }

  @Test("an expectation that the test case does not know may go without a wait")
  func uncertainWait() {
    let creation = "let e = XCTestExpectation(description: \"a\")\n"
    let text = "Tests.swift:4: test(): may end without a wait for `e`"
    #expect(Rewriting.reasons(creation + "guard x else { return }\nwait(for: [e], timeout: 1)") == [text])
    #expect(Rewriting.reasons(creation + "if x { wait(for: [e], timeout: 1) }") == [text])
    #expect(Rewriting.reasons(creation + "try XCTSkipIf(x)\nwait(for: [e], timeout: 1)") == [text])
  }

  /// Calls are found by their names only.
  @Test("helpers of one name that differ")
  func differentHelpers() {
    let others = """
        func make() -> XCTestExpectation { expectation(description: "a") }
      }
      class Others: XCTestCase {
        func make() -> XCTestExpectation { let e = expectation(description: "b"); e.expectedFulfillmentCount = 2; return e }

      """
    let body = "let e = make()\nlet f = expectation(description: \"f\")\nwaitForExpectations(timeout: 1)"
    #expect(
      Rewriting.reasons(body, others: others).first
        == "Tests.swift:6: test(): `make()` may create expectations that this function waits for")
  }

  @Test(
    "what others create is not left without a wait",
    arguments: [
      "  func make(_ n: String) -> XCTestExpectation { expectation(description: \"\\(n) done\") }\n",
      "  func make(_ n: String) { kept = other.expectation(description: n) }\n",
      "  func make(_ n: String) { other.run { [weak self] in self?.expectation(description: n) } }\n",
    ])
  func createdByOthers(_ other: String) {
    let body = Self.creation + "_ = make(\"b\")\nwaitForExpectations(timeout: 1)"
    #expect(
      Rewriting.reasons(body, others: other).first
        == "Tests.swift:6: test(): `make()` may create expectations that this function waits for")
  }

  @Test("what properties and initializers create")
  func createdElsewhere() {
    let body = Self.creation + "waitForExpectations(timeout: 1)"
    #expect(
      Rewriting.reasons(body, others: "  lazy var f = expectation(description: \"f\")\n") == [
        "Tests.swift:5: test(): code outside of functions creates expectations that this function may wait for"
      ])
    #expect(
      Rewriting.reasons(body, others: "  init(t: XCTestCase) { f = t.expectation(description: \"f\") }\n").first
        == "Tests.swift:5: test(): `init()` may create expectations that this function waits for")
  }

  @Test("a helper that waits for its callers' expectations, too")
  func waitForCallers() {
    let others = """
        func pause() {
          let e = expectation(description: "pause")
          later { e.fulfill() }
          waitForExpectations(timeout: 1)
        }

      """
    #expect(
      Rewriting.reasons(Self.creation + "pause()", others: others) == [
        "Tests.swift:4: test(): does not wait for `e` itself",
        "Tests.swift:10: pause(): a function that keeps XCTest's expectations calls this one, which waits for them",
      ])
  }

  @Test(
    "helpers that do more than wait",
    arguments: [
      "  func waitForAll() { waitForExpectations(timeout: 5) { _ in check() } }\n",
      "  func waitForAll(_ s: Double = 1) { waitForExpectations(timeout: s * factor) }\n",
      "  func waitForAll() { waitForExpectations(timeout: limit) }\n",
    ])
  func waiters(_ other: String) {
    let body = Self.creation + "e.fulfill()\nwaitForAll()"
    #expect(Rewriting.reasons(body, others: other).first == "Tests.swift:4: test(): does not wait for `e` itself")
  }

  @Test("setUp creates for all tests")
  func setUp() {
    let others = "  override func setUp() { e = expectation(description: \"a\") }\n"
    let body = "let f = expectation(description: \"a\")\nwaitForExpectations(timeout: 1)"
    #expect(
      Rewriting.reasons(body, others: others) == [
        "Tests.swift:5: test(): `setUp()` may create expectations that this function waits for",
        "Tests.swift:7: setUp(): an expectation is assigned to a variable that is declared elsewhere",
      ])
  }

  @Test("the suite's own functions with XCTest's names")
  func ownFunctions() {
    let own =
      "  func wait(for list: [XCTestExpectation], timeout: Double) { log(); XCTWaiter().wait(for: list, timeout: 1) }\n"
    let body = "let e = expectation(description: \"a\")\nwait(for: [e], timeout: 1)"
    let text = "Tests.swift:5: test(): calls `wait` of the suite itself"
    #expect(Rewriting.reasons(body, others: own).first == text)
    // It hides XCTest's all the same if it has the same parameters.
    #expect(Rewriting.reasons(body, others: "  @_disfavoredOverload\n" + own).first == text)
    // It waits for all, which are those that the call names.
    let overload = "  func wait(for list: Ordered, timeout: Double) { log() }\n"
    #expect(Rewriting.reasons(body, others: overload) == [])
    let longer = "  func wait(for l: [XCTestExpectation], timeout t: Double) { waitForExpectations(timeout: t * 10) }\n"
    #expect(Rewriting.reasons(body, others: longer).first == text)
    let unnamed = "let e = expectation(description: \"a\")\nwaitForExpectations(timeout: 1)"
    let override = "  override func waitForExpectations(timeout: Double) { super.waitForExpectations(timeout: 30) }\n"
    #expect(
      Rewriting.reasons(unnamed, others: override).first
        == "Tests.swift:5: test(): calls `waitForExpectations` of the suite itself")
    let all = "  func wait(for: [XCTestExpectation], timeout: Double) { waitForExpectations(timeout: timeout) }\n"
    #expect(Rewriting.reasons(body, others: all).count == 1)
    let other = "let f = expectation(description: \"b\")\nf.fulfill()\n" + body
    #expect(Rewriting.reasons(other, others: all).first == "Tests.swift:7: test(): calls `wait` of the suite itself")
  }

  @Test("code outside of functions, and files that cannot be read")
  func outside() {
    let file = SourceFile(path: "A.swift", text: "import XCTest\nclass T { var e: XCTestExpectation? }\n")
    let broken = SourceFile(path: "B.swift", text: "import XCTest\nfunc f() { waitForExpectations(timeout: 1)\n")
    let other = SourceFile(path: "C.swift", text: "func f(e: XCTestExpectation) {}\n")
    #expect(
      Suite([file, broken, other]).left.map(\.description) == [
        "A.swift:2: `XCTestExpectation` outside of a function", "B.swift:1: its braces do not fit together",
      ])
  }

  @Test("native waits are no concern of this tool")
  func native() {
    let body = """
      let e = Expectation("a"), f = Expectation("b", count: 2)
      e.wait(timeout: .seconds(1))
      wait(for: [e, f], timeout: .seconds(1), enforceOrder: true)
      wait(for: [e, f], timeout: .milliseconds(10))
      wait(for: [e, f])
      """
    #expect(Rewriting.reasons(body) == [])
    #expect(Rewriting.body(body) == body)
  }
}
