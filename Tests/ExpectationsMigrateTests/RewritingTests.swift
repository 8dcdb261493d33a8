import Testing

@testable import ExpectationsMigrate

@Suite struct RewritingTests {
  @Test(
    "a wait",
    arguments: [
      "waitForExpectations(timeout: 5)": "e.wait(timeout: .seconds(5))",
      "self.waitForExpectations(timeout: 0.25, handler: nil)": "e.wait(timeout: .milliseconds(250))",
      "waitForExpectations(timeout: limit)": "e.wait(timeout: .seconds(limit))",
      "waitForExpectations(timeout: 1.0) { error in XCTAssertNil(error) }": "e.wait(timeout: .seconds(1))",
      "waitForExpectations(timeout: 1) { XCTAssertNil($0, \"late\") }": "e.wait(timeout: .seconds(1))",
      "waitForExpectations(timeout: 1) { (error: Error?) in if let error = error { XCTFail(\"\\(error)\") } }":
        "e.wait(timeout: .seconds(1))",
      "waitForExpectations(timeout: 1) { _ in }": "e.wait(timeout: .seconds(1))",
      "waitForExpectations(timeout: 1) { _ in check() }": "e.wait(timeout: .seconds(1))\ncheck()",
      "wait(for: [e], timeout: 1_000)": "e.wait(timeout: .seconds(1000))",
      "wait(for: [e], timeout: 1, enforceOrder: false)": "e.wait(timeout: .seconds(1))",
      "self.wait(for: [e], timeout: 1, enforceOrder: true)":
        "self.wait(for: [e], timeout: .seconds(1), enforceOrder: true)",
    ])
  func oneExpectation(_ wait: String, _ native: String) {
    let body = "let e = expectation(description: \"saved\")\nsave(e.fulfill)\n"
    #expect(Rewriting.body(body + wait) == "let e = Expectation(\"saved\")\nsave(e.handler)\n" + native)
  }

  @Test(
    "an expectation",
    arguments: [
      "let e = self.expectation(description: text)": "let e = Expectation(text)",
      "let e: XCTestExpectation = expectation(description: \"\")": "let e = Expectation(\"e\")",
      // After the wait, XCTest has released it, and a later call is no extra fulfillment.
      "weak var e = expectation(description: \"a\")": "let e = Expectation(\"a\", count: 1...)",
      "var e: XCTestExpectation! = expectation(description: \"a\")": "let e = Expectation(\"a\")",
      // Alone, it allows an extra fulfillment on all systems.
      "let e = XCTestExpectation(description: \"a\")": "let e = Expectation(\"a\", count: 1...)",
      "let e = XCTestExpectation()": "let e = Expectation(\"e\", count: 1...)",
      "let e = expectation(description: \"a\")\ne.isInverted = true": "let e = Expectation(\"a\", count: 0)",
      "let e = expectation(description: \"a\")\ne.expectedFulfillmentCount = 3": "let e = Expectation(\"a\", count: 3)",
      "let e = expectation(description: \"a\")\ne.expectedFulfillmentCount = a + 1\ne.assertForOverFulfill = false":
        "let e = Expectation(\"a\", count: (a + 1)...)",
      "let e = XCTestExpectation(description: \"a\")\ne.expectedFulfillmentCount = n\ne.assertForOverFulfill = true":
        "let e = Expectation(\"a\", count: n)",
      "let e = expectation(description: \"a\")\ne.isInverted = true; e.expectedFulfillmentCount = 2":
        "let e = Expectation(\"a\", count: 0...1)",
      "let e = expectation(description: \"a\")\ne.isInverted = true // never":
        "let e = Expectation(\"a\", count: 0)\n// never",
    ])
  func settings(_ creation: String, _ native: String) {
    let rewritten = Rewriting.body(creation + "\ne.fulfill()\nwait(for: [e], timeout: 2)")
    // What is left of a line with a comment keeps its indentation.
    #expect(rewritten == native + "\ne.fulfill()\ne.wait(timeout: .seconds(2))")
  }

  @Test("several expectations, in the order of their creation")
  func pending() {
    let body = """
      let a = expectation(description: "a")
      a.fulfill()
      waitForExpectations(timeout: 1)
      let b = expectation(description: "b"), c = XCTestExpectation(description: "c")
      let pair = (expectation(description: "d"), expectation(description: "e"))
      wait(for: [pair.1], timeout: 1)
      c.fulfill()
      self.waitForExpectations(timeout: 2)
      wait(for: [c], timeout: 1)
      """
    #expect(
      Rewriting.body(body) == """
        let a = Expectation("a")
        a.fulfill()
        a.wait(timeout: .seconds(1))
        let b = Expectation("b"), c = Expectation("c", count: 1...)
        let pair = (Expectation("d"), Expectation("e"))
        pair.1.wait(timeout: .seconds(1))
        c.fulfill()
        self.wait(for: [b, pair.0], timeout: .seconds(2))
        c.wait(timeout: .seconds(1))
        """)
  }

  @Test("a tuple, with variables of its own or with other values")
  func tuple() {
    let body = """
      let (n, a, b) = (1, expectation(description: "a"), XCTestExpectation(description: "b"))
      let pair = (self, expectation(description: "c"))
      pair.1.fulfill()
      b.fulfill()
      waitForExpectations(timeout: 1)
      wait(for: [b], timeout: 1)
      """
    #expect(
      Rewriting.body(body) == """
        let (n, a, b) = (1, Expectation("a"), Expectation("b", count: 1...))
        let pair = (self, Expectation("c"))
        pair.1.fulfill()
        b.fulfill()
        wait(for: [a, pair.1], timeout: .seconds(1))
        b.wait(timeout: .seconds(1))
        """)
  }

  @Test("a waiter's result")
  func waiter() {
    let body = """
      let a = expectation(description: "a")
      XCTWaiter().wait(for: [a], timeout: 1)
      let result =
        XCTWaiter.wait(for: [a], timeout: limit, enforceOrder: true)
      if result == .timedOut { check() }
      if XCTWaiter.wait(for: [a], timeout: 1) == .completed { check() }
      XCTAssertEqual(XCTWaiter().wait(for: [a], timeout: 0.1), .invertedFulfillment)
      """
    #expect(
      Rewriting.body(body) == """
        let a = Expectation("a")
        _ = report(of: [a], timeout: .seconds(1)).outcome
        let result =
          report(of: [a], timeout: .seconds(limit), enforceOrder: true).outcome
        if result == .timedOut { check() }
        if report(of: [a], timeout: .seconds(1)).outcome == .completed { check() }
        XCTAssertEqual(report(of: [a], timeout: .milliseconds(100)).outcome, .unexpectedFulfillment)
        """)
    let awaited = "let a = expectation(description: \"a\")\nlet r = await XCTWaiter().fulfillment(of: [a], timeout: 1)"
    #expect(
      Rewriting.body(awaited, in: "func test() async")
        == "let a = Expectation(\"a\")\nlet r = await report(of: [a], timeout: .seconds(1)).outcome")
  }

  @Test("a list")
  func list() {
    let body = """
      let all = [expectation(description: "a"), expectation(description: "b")]
      all[0].fulfill()
      wait(for: [all[0]], timeout: 1)
      wait(for: all, timeout: 1)
      """
    #expect(
      Rewriting.body(body) == """
        let all = [Expectation("a"), Expectation("b")]
        all[0].fulfill()
        all[0].wait(timeout: .seconds(1))
        wait(for: all, timeout: .seconds(1))
        """)
  }

  @Test("an asynchronous test")
  func asynchronous() {
    let body = """
      let (e, f) = (1, 2)
      let a = expectation(description: "a"), b = expectation(description: "b")
      Task { [weak a] in a?.fulfill() }
      await fulfillment(of: [a], timeout: 0.5)
      await self.fulfillment(of: [a, b], timeout: 1, enforceOrder: true)
      """
    #expect(
      Rewriting.body(body, in: "func test() async throws") == """
        let (e, f) = (1, 2)
        let a = Expectation("a"), b = Expectation("b")
        Task { [weak a] in a?.fulfill() }
        await a.wait(timeout: .milliseconds(500))
        await self.wait(for: [a, b], timeout: .seconds(1), enforceOrder: true)
        """)
  }

  @Test(
    "a closure's parameter of the same name is another value, and a captured one is the same",
    arguments: [
      "f { (e) -> Int in g(e) }\nf { e, _ in g(e) }\ne.fulfill()\nwaitForExpectations(timeout: 1)",
      "all { [e] in e.fulfill() }\nwait(for: [e], timeout: 1)",
    ])
  func closure(_ rest: String) {
    #expect(Rewriting.reasons("let e = expectation(description: \"a\")\n" + rest) == [])
  }

  @Test("helpers that only create or wait are written out")
  func helpers() {
    let others = """
        func made() -> XCTestExpectation { return self.expectation(description: "made") }
        func made(_ name: String) -> XCTestExpectation { expectation(description: name) }
        func waitForAll(_ limit: TimeInterval = 2.5, handler: XCWaitCompletionHandler? = nil) {
          waitForExpectations(timeout: limit, handler: handler)
        }

      """
    let body = "let e = made()\nlet f = self.made(\"f\")\ne.fulfill()\nf.fulfill()\nwaitForAll()"
    let file = SourceFile(path: "T.swift", text: Rewriting.source(body, "func test()", others))
    let suite = Suite([file])
    let text = Rewriting.text(file, suite.edits[0])
    #expect(text.contains("let e = Expectation(\"made\")\n    let f = Expectation(\"f\")\n"))
    #expect(text.contains("    wait(for: [e, f], timeout: .milliseconds(2500))\n"))
    #expect(suite.rewritten == 1)
    #expect(suite.left.map(\.name) == ["made", "made", "waitForAll"])
  }

  @Test("branches for compilers have waits of their own")
  func branches() {
    let body = """
      let e = expectation(description: "a")
      #if os(Linux)
      waitForExpectations(timeout: 1)
      #else
      waitForExpectations(timeout: 2)
      #endif
      """
    #expect(
      Rewriting.body(body) == """
        let e = Expectation("a")
        #if os(Linux)
        e.wait(timeout: .seconds(1))
        #else
        e.wait(timeout: .seconds(2))
        #endif
        """)
  }

  @Test("the handler's statements come after the wait")
  func handler() {
    let body = """
      let e = expectation(description: "a")
      waitForExpectations(timeout: 1) { error in
        XCTAssertNil(error)
        check(1)
        check(2)
      }
      """
    #expect(
      Rewriting.body(body) == """
        let e = Expectation("a")
        e.wait(timeout: .seconds(1))
        check(1)
        check(2)
        """)
  }

  @Test(
    "the import, in its order, once",
    arguments: [
      "import XCTest\n": "import Expectations\nimport XCTest\n",
      "import AppKit\nimport XCTestCompatibility\n": "import AppKit\nimport Expectations\nimport XCTestCompatibility\n",
      "import Expectations\nimport XCTest\n": "import Expectations\nimport XCTest\n",
      "#if os(Linux)\nimport A\n#endif\nimport B\nimport XCTest\n":
        "#if os(Linux)\nimport A\n#endif\nimport B\nimport Expectations\nimport XCTest\n",
      "#if DEBUG\nimport XCTest\n#endif\n": "#if DEBUG\nimport Expectations\nimport XCTest\n#endif\n",
      "@testable import App\n@preconcurrency import XCTest\n":
        "@testable import App\n@preconcurrency import XCTest\nimport Expectations\n",
      "@testable import App\nimport XCTest\n": "@testable import App\nimport Expectations\nimport XCTest\n",
      "@testable\nimport MyApp\nimport XCTest\n": "@testable\nimport MyApp\nimport Expectations\nimport XCTest\n",
    ])
  func imports(_ before: String, _ after: String) {
    let rest = "func f() { let e = XCTestExpectation(); wait(for: [e], timeout: 1) }\n"
    let file = SourceFile(path: "T.swift", text: before + rest)
    #expect(
      Rewriting.text(file, Suite([file]).edits[0]) == after
        + "func f() { let e = Expectation(\"e\", count: 1...); e.wait(timeout: .seconds(1)) }\n")
  }

  @Test("comments and strings are no code")
  func literals() {
    let body = """
      let e = expectation(description: "a \\("}" + "{") b") // } waitForExpectations(timeout: 1)
      /* { /* { */ */ let text = #"wait(for: [e], timeout: 1) " { "#
      let lines = \"""
        waitForExpectations(timeout: 1) { "
        \"""
      e.fulfill()
      waitForExpectations(timeout: 1)
      """
    let changed = body.replacing("let e = expectation(description: ", with: "let e = Expectation(")
      .replacing("fulfill()\nwaitForExpectations(timeout: 1)", with: "fulfill()\ne.wait(timeout: .seconds(1))")
    #expect(Rewriting.body(body) == changed)
  }
}

@Suite struct FormerFormTests {
  private static func rewritten(_ body: String) -> String {
    let text = "import Expectations\nimport Testing\n\n@Test func test() async {\n  \(body)\n}\n"
    let suite = Suite([SourceFile(path: "A.swift", text: text)])
    let changed = Edit.apply(suite.edits[0], to: Array(text.utf8))
    return changed.split(separator: "\n").dropFirst(3).dropLast().map { $0.dropFirst(2) }.joined(separator: "\n")
  }

  @Test(
    "what the compiler no longer takes",
    arguments: [
      "await wait(for: a, b, timeout: .seconds(1))": "await wait(for: [a, b], timeout: .seconds(1))",
      "await self.wait(forAnyOf: a, b)": "await self.wait(forAnyOf: [a, b])",
      "let r = await outcome(of: a, timeout: t)": "let r = await report(of: [a], timeout: t)",
      "let r = await outcome(of: a, b, enforceOrder: true)": "let r = await report(of: [a, b], enforceOrder: true)",
      "_ = await outcome(of: [a, b])": "_ = await report(of: [a, b])",
      "await failed.wait(until: saved)": "await saved.wait()\nawait failed.expectNone(for: .zero)",
      "failed.wait(timeout: .seconds(1), until: saved)":
        "saved.wait(timeout: .seconds(1))\nfailed.expectNone(for: .zero)",
    ])
  func former_becomesTheForm(_ former: String, _ form: String) { #expect(Self.rewritten(former) == form) }

  @Test(
    "what it takes, and what has another meaning",
    arguments: [
      "await wait(for: [a, b])", "await wait(for: list)", "let n = try await values(of: a, b)",
      "queue.wait(for: a, b)", "#expect(await failed.wait(until: saved))", "try lock.wait(until: date)",
    ])
  func others_stay(_ text: String) { #expect(Self.rewritten(text) == text) }

  @Test func fileWithoutTheLibrary_stays() {
    let text = "import Testing\n@Test func f() { wait(for: a, b) }\n"
    #expect(Suite([SourceFile(path: "A.swift", text: text)]).edits == [[]])
  }
}
