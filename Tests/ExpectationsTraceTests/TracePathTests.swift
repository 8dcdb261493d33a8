// [documented]
import Testing

@testable import ExpectationsTrace

/// The lines that `expectations-trace` prints, made of records and code that a test writes down.
@Suite struct TracePathTests {
  private static let test = "/p/Tests/ThumbnailTests.swift"
  private static let app = "/p/Sources/Thumbnailer.swift"

  /// Edges 1: the test; 10: `init`; 20, 21: `make`; 30: `deinit`; 40 to 42: the closure, its `return` and its rest.
  private static var code: TracedCode {
    var code = TracedCode()
    code.functions = [
      .init(name: "ThumbnailTests.makesAThumbnail()", file: test),
      .init(name: "Thumbnailer.init()", file: app),
      .init(name: "Thumbnailer.make(_:completion:)", file: app),
      .init(name: "Thumbnailer.deinit", file: app),
      .init(name: "closure #1 in Thumbnailer.make(_:completion:)", file: app),
    ]
    code.blocks = [
      1: .init(function: 0, lines: [2, 3], isEntry: true), 10: .init(function: 1, lines: [1], isEntry: true),
      20: .init(function: 2, lines: [3, 4], isEntry: true), 21: .init(function: 2, lines: []),
      30: .init(function: 3, lines: [2], isEntry: true), 40: .init(function: 4, lines: [4, 5], isEntry: true),
      41: .init(function: 4, lines: [5]), 42: .init(function: 4, lines: [6]), 43: .init(function: 4, lines: []),
    ]
    code.sources = [
      app: [
        "final class Thumbnailer {", "  deinit {}", "  func make(_ size: Int, completion: @escaping () -> Void) {",
        "    queue.async { [weak self] in", "      guard let self else { return }", "      completion()", "    }",
        "  }",
      ],
      test: [
        "@Test func makesAThumbnail() {", "  Thumbnailer().make(3, completion: made.handler)", "  made.wait()", "}",
      ],
    ]
    return code
  }

  /// Of each edge, its number, its time in milliseconds, and its thread.
  private static func trace(_ edges: [(Int, UInt64, Int)], timeout: UInt64? = 300) -> Trace {
    var trace = Trace()
    trace.records = edges.map { edge, time, thread in
      .init(time: 5_000_000 + time * 1_000_000, edge: edge, thread: thread)
    }
    guard let timeout else { return trace }
    trace.timeout = 5_000_000 + timeout * 1_000_000
    trace.failure = .init(
      text: "Timed out after 0.30 s waiting for \"thumbnail made\"", file: "ThumbnailTests.swift", line: 3)
    return trace
  }

  private static func text(_ trace: Trace, _ code: TracedCode = code) -> String {
    let path = TracePath(trace, code, test: "makesAThumbnail")
    return TraceText(path: path, code: code, trace: trace).short(
      wholeIn: ".build-trace/AppTests.ThumbnailTests.makesAThumbnail.txt")
  }

  @Test func text_ofAPathThatEndsAtAGuard_isWhole() {
    let trace = Self.trace([
      (1, 0, 0), (10, 0, 0), (20, 1, 0), (21, 1, 0), (30, 1, 0), (40, 10, 1), (41, 10, 1), (43, 10, 1),
    ])
    #expect(
      Self.text(trace) == """
        Timed out after 0.30 s waiting for "thumbnail made"   ThumbnailTests.swift:3
          your code ran to Thumbnailer.swift:5: guard let self else { return }
             0.00 ms  ThumbnailTests.swift:2–3  ThumbnailTests.makesAThumbnail()
             0.00 ms  Thumbnailer.swift:1       Thumbnailer.init()
             1.00 ms  Thumbnailer.swift:3–4     Thumbnailer.make(_:completion:)
             1.00 ms  Thumbnailer.swift:2       Thumbnailer.deinit
            10.00 ms  Thumbnailer.swift:4–5     closure in Thumbnailer.make(_:completion:), thread 2
          not taken there: Thumbnailer.swift:6: completion()
        the whole path: .build-trace/AppTests.ThumbnailTests.makesAThumbnail.txt
        """)
  }

  @Test func text_ofAClosureThatWasNeverCalled_saysSo() {
    let text = Self.text(Self.trace([(1, 0, 0), (20, 1, 0), (21, 1, 0)]))
    #expect(text.contains("\n  never called: Thumbnailer.swift:4: queue.async { [weak self] in\n"))
  }

  @Test func text_withoutATimeout_saysHowTheProcessEnded() {
    var trace = Self.trace([(1, 0, 0), (20, 1, 0)], timeout: nil)
    #expect(Self.text(trace).hasPrefix("The test failed, but no wait timed out; the whole test:\n"))
    trace.hasExited = false
    #expect(Self.text(trace).hasPrefix("The test crashed or was interrupted; its path until then:\n"))
  }

  @Test func text_ofATestThatPassed_saysSo() {
    var trace = Self.trace([(1, 0, 0), (20, 1, 0)], timeout: nil)
    trace.hasPassed = true
    let once = "The test passed when it was traced; --until-failure 100 repeats it until it fails:\n"
    #expect(Self.text(trace).hasPrefix(once))
    trace.runs = 20
    #expect(Self.text(trace).hasPrefix("The test passed in all 20 runs; the last one:\n"))
    trace.timeout = .max
    #expect(Self.text(trace).hasPrefix("A wait timed out; the test passed\n"))
  }

  /// The code of `make` from its beginning to its end, a `guard` in it on line 4, and a condition on line 8.
  private static var conditional: TracedCode {
    var code = code
    code.blocks[21] = .init(function: 2, lines: [5, 6])
    code.blocks[22] = .init(function: 2, lines: [8], size: 80)
    code.blocks[23] = .init(function: 2, lines: [8], size: 20)
    code.sources[app]![7] = "    if isOpen { finished() }"
    return code
  }

  @Test func call_thatEndsEarlier_thanOneBefore_saysWhatItDidNotReach() {
    var code = Self.conditional
    code.blocks[24] = .init(function: 2, lines: [4])
    // The first call goes through; the second one leaves.
    let trace = Self.trace([(1, 0, 0), (20, 1, 0), (21, 1, 0), (22, 1, 0), (23, 1, 0), (20, 2, 0), (24, 2, 0)])
    let path = TracePath(trace, code, test: "makesAThumbnail")
    #expect(path.end == .init(file: Self.app, first: 4, last: 4))
    #expect(path.notTaken == [.init(file: Self.app, first: 5, last: 8)])
  }

  @Test(arguments: ["if isOpen { finished() }", "delegate?.finished()", "case .open: finished()"])
  func condition_onOneLine_isNotTaken(_ line: String) {
    var code = Self.conditional
    code.sources[Self.app]![7] = line
    let isMet = Self.trace([(1, 0, 0), (20, 1, 0), (21, 1, 0), (23, 1, 0), (22, 1, 0)])
    let isUnmet = Self.trace([(1, 0, 0), (20, 1, 0), (21, 1, 0), (23, 1, 0)])
    #expect(TracePath(isMet, code, test: "makesAThumbnail").notTaken == [])
    let path = TracePath(isUnmet, code, test: "makesAThumbnail")
    #expect(path.notTaken == [.init(file: Self.app, first: 8, last: 8)])
    #expect(path.skipped == [])
  }

  @Test(arguments: ["guard isOpen else { return log() }", "if isDone { return }", "finished()"])
  func code_thatOnlyLeaves_isNotNamed(_ line: String) {
    var code = Self.conditional
    code.sources[Self.app]![7] = line
    let trace = Self.trace([(1, 0, 0), (20, 1, 0), (21, 1, 0), (23, 1, 0)])
    #expect(TracePath(trace, code, test: "makesAThumbnail").notTaken == [])
  }

  @Test func caller_thatLeavesEarly_isNamed() {
    var code = Self.conditional
    code.functions.append(.init(name: "log()", file: Self.app))
    code.blocks[50] = .init(function: 5, lines: [1], isEntry: true)
    code.blocks[25] = .init(function: 2, lines: [9])
    // `make` calls `log` instead of going on, and returns.
    let trace = Self.trace([(1, 0, 0), (20, 1, 0), (50, 1, 0), (25, 1, 0)])
    let path = TracePath(trace, code, test: "makesAThumbnail")
    #expect(path.notTaken.map(\.first) == [5])
  }

  @Test func steps_ofManyTasks_areOneLine() {
    var trace = Self.trace([(1, 0, 0)] + (0..<9).map { (40, UInt64($0), 0) })
    for index in trace.records.indices { trace.records[index].task = UInt64(index + 1) }
    #expect(Self.text(trace).contains("closure in Thumbnailer.make(_:completion:), task 2 and 8 more  × 9\n"))
  }

  @Test func records_outsideTheTestAndItsWait_areLeftOut() {
    let path = TracePath(
      Self.trace([(10, 0, 0), (1, 1, 0), (20, 2, 0), (30, 301, 0)]), Self.code, test: "makesAThumbnail")
    #expect(path.steps.map(\.function) == [0, 2])
    #expect(path.steps.map(\.time) == [0, 1_000_000])
  }

  @Test func end_isTheLastLineThatRanForTheFirstTime() {
    // A timer goes on, and the test comes to its wait.
    var code = Self.code
    code.blocks[2] = .init(function: 0, lines: [3])
    let trace = Self.trace([(1, 0, 0), (20, 1, 0), (40, 2, 1), (41, 2, 1), (20, 3, 0), (2, 3, 0), (20, 4, 0)])
    #expect(TracePath(trace, code, test: "makesAThumbnail").end == .init(file: Self.app, first: 5, last: 5))
  }

  @Test func end_isInTheCodeThatTheTestCalls_ifAnyRan() {
    func end(_ edges: [(Int, UInt64, Int)]) -> Int? {
      var code = Self.code
      code.blocks[2] = .init(function: 0, lines: [2])
      return TracePath(Self.trace(edges), code, test: "makesAThumbnail").end?.first
    }
    // `make`, then an initializer and the test itself.
    #expect(end([(1, 0, 0), (20, 1, 0), (10, 2, 0), (2, 3, 0)]) == 4)
    #expect(end([(1, 0, 0), (10, 2, 0)]) == 1)
    #expect(end([(1, 0, 0), (2, 2, 0)]) == 2)
  }

  @Test(arguments: ["test()", "Suite.test()", "closure #1 in Suite.test()"])
  func name_ofATest_isFound(name: String) {
    #expect(FunctionName.isPart(name, of: "test"))
    #expect(!FunctionName.isPart(name, of: "est"))
    #expect(!FunctionName.isPart("closure #1 in Suite.other()", of: "test"))
  }

  @Test func initializers_areKnown() {
    #expect(FunctionName.isInitializer("Thumbnail.init(name:width:)") && FunctionName.isInitializer("init()"))
    #expect(!FunctionName.isInitializer("Thumbnail.initialize()") && !FunctionName.isInitializer("Store.save()"))
  }

  @Test func module_isTheFirstPartOfASymbol() {
    #expect(FunctionName.module("$s8AppTests5StoreV4saveyyF") == "8AppTests")
    #expect(FunctionName.module("$sSS8AppTestsE5shownyyF") == nil)
  }

  @Test func function_calledAgain_isAnotherStep() {
    let path = TracePath(
      Self.trace([(1, 0, 0), (20, 1, 0), (21, 1, 0), (20, 1, 0), (21, 1, 0)]), Self.code, test: "makesAThumbnail")
    #expect(path.steps.map(\.count) == [1, 2])
  }

  @Test func steps_ofALoop_areFolded() {
    let rounds = (0..<1000).flatMap { _ in [(20, 1, 0), (30, 1, 0)] as [(Int, UInt64, Int)] }
    let text = Self.text(Self.trace([(1, 0, 0)] + rounds + [(40, 2, 0)]))
    #expect(text.contains("Thumbnailer.make(_:completion:)  × 1,000\n"))
    #expect(text.contains("Thumbnailer.deinit  × 1,000\n"))
    #expect(text.split(separator: "\n").count == 8)
  }

  @Test func text_ofALongPath_hasAtMost25Lines() {
    var code = Self.code
    let own = code.functions.count
    for index in 0..<100 {
      code.functions.append(.init(name: "step\(index)()", file: Self.app))
      code.blocks[100 + index] = .init(function: own + index, lines: [6], isEntry: true)
    }
    let text = Self.text(Self.trace([(1, 0, 0)] + (0..<100).map { (100 + $0, UInt64($0), 0) }), code)
    let lines = text.split(separator: "\n")
    #expect(lines.count == 25)
    #expect(lines.contains("  … 80 more steps"))
    #expect(text.contains("step99()"))
  }

  @Test func call_leftOutBecauseOfNil_isNamed() {
    var code = Self.code
    code.sources[Self.app]![7] = "    delegate?.finished()"
    code.blocks[22] = .init(function: 2, lines: [8], size: 90)
    code.blocks[23] = .init(function: 2, lines: [8], size: 30)
    // The path ends in another function: at its end, this is what was not taken.
    let isNil = Self.trace([(1, 0, 0), (20, 1, 0), (23, 1, 0), (21, 1, 0), (40, 2, 1), (42, 2, 1)])
    #expect(TracePath(isNil, code, test: "makesAThumbnail").skipped == [.init(file: Self.app, first: 8, last: 8)])
    let isThere = Self.trace([(1, 0, 0), (20, 1, 0), (22, 1, 0), (21, 1, 0), (40, 2, 1), (42, 2, 1)])
    #expect(TracePath(isThere, code, test: "makesAThumbnail").skipped == [])
  }

  @Test func steps_ofATask_areOneRunnersOnAllThreads() {
    var trace = Self.trace([(1, 0, 0), (20, 1, 1), (21, 2, 2)])
    for index in trace.records.indices { trace.records[index].task = 7 }
    let path = TracePath(trace, Self.code, test: "makesAThumbnail")
    #expect(path.runners == ["task 1"])
    #expect(path.steps.map(\.lines) == [[2, 3], [3, 4]])
  }
}
