import Testing

@testable import Exploration

@Suite struct StepTextTests {
  private static func entry(
    _ strand: Int?, _ action: StepLog.Action, choice: Int = 0, of count: Int = 1, created: [Int] = [],
    readied: [Int] = [], endsBody: Bool = false
  ) -> StepLog.Entry {
    StepLog.Entry(
      strand: strand, action: action, choice: choice, count: count, created: created, readied: readied,
      endsBody: endsBody)
  }

  private static let log = StepLog(entries: [
    entry(0, .runs, created: [1, 2], readied: [1, 2]), entry(2, .runs, choice: 1, of: 2, readied: [2]),
    entry(2, .actor("Counter"), of: 2, readied: [0]), entry(1, .runs, readied: [1]), entry(1, .mainActor),
    entry(nil, .timePasses(to: 300_000_000), readied: [1]), entry(1, .outside("queue \"a\""), readied: []),
    entry(0, .runs, choice: 2, of: 3, endsBody: true),
  ])

  @Test func stepText_everyAction_isInWords() {
    let places = TaskPlaces(starts: [2: CodePlace(function: "f()", line: "F.swift:7")])
    #expect(
      StepText(Self.log, places: places).lines(isShortest: true) == [
        "  1  body        begins, starts A, B (F.swift:7)",
        "  2  B           runs, goes to Counter   ← overtakes 1 of 1",
        "  3  Counter     runs the call of B, wakes body",
        "  4  A           runs, goes to the main actor",
        "  5  main actor  runs A",
        "  6  time        passes, to 300 ms, wakes A",
        "  7  queue \"a\"   resumes A",
        "  8  body        runs, the body ends   ← overtakes 2 of 2; in the order of arrival it passes",
      ])
  }

  @Test func stepText_aTaskThatIsCanceled_hasItsName_ifItIsKnown() {
    let log = StepLog(entries: [Self.entry(1, .cancels), Self.entry(nil, .cancels)])
    #expect(StepText(log).lines() == ["  1  test  cancels A", "  2  test  cancels a task"])
  }

  @Test func stepText_whereTasksStop_isShown() {
    var log = StepLog(entries: [
      Self.entry(0, .runs, created: [1, 2]), Self.entry(1, .runs, readied: [1]), Self.entry(1, .actor("Bank")),
      Self.entry(2, .runs), Self.entry(1, .runs), Self.entry(1, .runs), Self.entry(2, .actor("Bank")),
      Self.entry(0, .runs, endsBody: true),
    ])
    for (index, ended) in [(0, []), (1, []), (3, []), (4, []), (5, []), (6, [1])] { log.entries[index].ended = ended }
    var places = TaskPlaces()
    let closure = CodePlace(function: "a closure in deposit()", line: "BankTests.swift:9")
    let function = CodePlace(function: "Bank.deposit(_:)", line: "Bank.swift:14")
    places.stops = [0: closure, 1: function, 2: function, 3: function, 5: closure, 6: closure, 7: function]
    #expect(
      StepText(log, places: places).lines() == [
        "  1  body  begins, starts A, B, stops at BankTests.swift:9",
        "  2  A     runs, goes to Bank, stops in Bank.deposit(_:) Bank.swift:14",
        "  3  Bank  runs the call of A, stops in Bank.deposit(_:) Bank.swift:14",
        "  4  B     runs, waits in Bank.deposit(_:) Bank.swift:14",
        "  5  A     runs, waits",
        "  6  A     runs, waits at BankTests.swift:9",
        "  7  Bank  runs the calls of B, A, B stops at BankTests.swift:9",
        "  8  body  runs, the body ends",
      ])
  }

  @Test func stepText_bySwitches_marksWhereATaskCouldHaveGoneOn() {
    var log = StepLog(entries: [
      Self.entry(0, .runs, created: [1, 2, 3]), Self.entry(2, .runs, choice: 1, of: 3),
      Self.entry(2, .runs, choice: 2, of: 3), Self.entry(1, .runs, of: 3), Self.entry(1, .runs),
      Self.entry(3, .runs, choice: 1, of: 2),
    ])
    log.entries[3].couldGoOn = 2
    #expect(
      StepText(log).lines(order: .sameTask) == [
        "  1  body  begins, starts A, B, C",
        "  2  B     runs, 2 steps   ← overtakes 1 of 2",
        "  4  A     runs, 2 steps   ← before B, which could go on",
        "  6  C     runs   ← overtakes 1 of 1",
      ])
  }

  @Test func stepText_namedTasks_andActorsOfOneType_areToldApart() {
    func actor(_ strand: Int, _ name: String, _ address: UInt) -> StepLog.Entry {
      var entry = Self.entry(strand, .actor(name), readied: [strand])
      entry.actor = address
      return entry
    }
    var log = StepLog(entries: [
      Self.entry(0, .runs, created: [1, 2, 3]), actor(1, "Bank", 16), actor(2, "Bank", 32), actor(1, "Bank", 32),
      actor(3, "Shop", 48), Self.entry(2, .runs),
    ])
    log.names = [1: "rent", 2: "food", 3: "food"]
    #expect(
      StepText(log).lines() == [
        "  1  body    begins, starts rent, food, food 2",
        "  2  Bank 1  runs the call of rent, goes to Bank 2",
        "  3  Bank 2  runs the call of food",
        "  4  Bank 2  runs the call of rent",
        "  5  Shop    runs the call of food 2",
        "  6  food    runs",
      ])
  }

  /// A schedule that was not shortened may also fail without its last deviation.
  @Test func stepText_runsOfOneTask_areOneLine() {
    let log = StepLog(
      entries: [Self.entry(0, .runs)] + (0..<5).map { _ in Self.entry(1, .runs) } + [Self.entry(2, .runs)]
        + [Self.entry(2, .runs, choice: 1, of: 2), Self.entry(2, .runs), Self.entry(2, .runs)])
    #expect(
      StepText(log).lines() == [
        "  1  body  begins",
        "  2  A     runs, 5 steps",
        "  7  B     runs",
        "  8  B     runs, 3 steps   ← overtakes 1 of 1",
      ])
  }

  /// An actor that wakes its waiters in another order, as from a Dictionary.
  @Test func differenceText_anotherOrder_isShown() throws {
    func log(_ order: [Int]) -> StepLog {
      StepLog(entries: [Self.entry(0, .runs), Self.entry(1, .actor("Hub"), readied: order)])
    }
    let logs = try #require(Difference.Logs(log([2, 1, 3]), log([1, 2, 3])))
    let text = Difference(number: 4, logs: logs).lines(of: 9)
    #expect(
      text[1...2] == [
        "  step 2 of one run:      Hub runs the call of A, wakes B, C; it makes ready, in this order: B, A, C",
        "  step 2 of another run:  Hub runs the call of A, wakes B, C; it makes ready, in this order: A, B, C",
      ])
  }

  @Test func stepText_manySteps_showsTheFirstAndTheLast() {
    let log = StepLog(entries: (0..<100).map { Self.entry($0 % 3, .runs) })
    let lines = StepText(log).lines(limit: 8)
    #expect(lines.count == 9)
    #expect(lines[2] == "  …  92 more steps")
    #expect(lines.last == "100  body  runs")
  }

  @Test func strandNames_afterTheAlphabet_areNumbers() {
    let names = StrandNames()
    #expect([0, 1, 26, 27].map { names[$0] } == ["body", "A", "Z", "task 27"])
  }

  @Test(arguments: [
    (0, "0 µs"), (73_420, "73.42 µs"), (240_000, "0.24 ms"), (300_000_000, "300 ms"), (1_500_000_000, "1.5 s"),
    (2_000_000_000, "2 s"), (1_050_000_000, "1.05 s"), (61_500_000_000, "61.5 s"),
    (.max, "9223372036.85 s"),
  ])
  func durationText_aDuration_usesTheUsualUnit(nanoseconds: Int, text: String) {
    #expect(DurationText.text(nanoseconds: nanoseconds) == text)
  }

  @Test(arguments: [
    ("AsyncLock.lock()", "AsyncLock.lock()"), ("closure #2 in deadlock()", "a closure in deadlock()"),
    ("implicit closure #1 in closure #1 in LockTests.deadlock()", "a closure in LockTests.deadlock()"),
    ("closure #1 in variable initialization expression of static Locks.both", "a closure in Locks.both"),
  ])
  func functionName_ofTheDemangler_isShort(name: String, short: String) {
    #expect(CodePlace.function(name) == short)
  }

  @Test func waitText_aStuckRun_showsTheBodyLast() {
    let lock = CodePlace(function: "AsyncLock.lock()", line: "AsyncLock.swift:59")
    let both = CodePlace(function: "both(_:_:)", line: "LockTests.swift:15")
    let body = CodePlace(function: "a closure in deadlock()", line: "LockTests.swift:18")
    let places = TaskPlaces(starts: [1: body, 2: body], waits: [0: [body], 1: [lock, both, body, both]])
    #expect(
      places.waitLines == [
        "  A     waits in AsyncLock.lock() AsyncLock.swift:59 ← both(_:_:) LockTests.swift:15"
          + " ← a closure in deadlock() LockTests.swift:18   started at LockTests.swift:18",
        "  body  waits in a closure in deadlock() LockTests.swift:18",
      ])
    #expect(places.facts.map(\.name) == ["A", "B", "body"])
  }
}
