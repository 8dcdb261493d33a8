import Testing

@testable import ThreadInspection

@Suite struct StandingTextTests {
  private static let test = "/p/Tests/AppTests/DocumentTests.swift"

  private func thread(
    _ number: Int32, _ activity: Standing.Activity, _ file: String, _ line: Int, role: Standing.Role = .pool,
    name: String? = nil
  ) -> Standing {
    var standing = Standing(.thread(number: number, name: name, role: role), activity)
    standing.place = Standing.Place(file: file, line: line)
    return standing
  }

  private func task(_ identity: UInt64, _ activity: Standing.Activity, _ line: Int) -> Standing {
    var standing = Standing(.task(identity: identity, name: nil), activity)
    standing.place = Standing.Place(file: Self.test, line: line)
    return standing
  }

  private func lines(_ standings: [Standing], limit: Int = 8) -> [String] {
    StandingText(standings, files: [Self.test], limit: limit).lines
  }

  @Test func equalOnes_areCounted() {
    var first = thread(1, .semaphore, "/p/Sources/App/Cache.swift", 88)
    first.callee = "DispatchSemaphore.wait()"
    var second = first
    second.subject = .thread(number: 2, name: nil, role: .pool)
    #expect(lines([first, second]) == ["2 × concurrency pool: DispatchSemaphore.wait(), called at Cache.swift:88"])
  }

  @Test func thisWait_thenItsFile_thenItsPackage_comeFirst() {
    var own = thread(4, .inside, "/x/Own.swift", 1, role: .main)
    own.isOfThisWait = true
    own.callee = "DispatchQueue.sync(execute:)"
    let standings = [
      thread(1, .sleep, "/elsewhere/Far.swift", 1), thread(2, .sleep, "/p/Sources/App/Near.swift", 2),
      thread(3, .sleep, Self.test, 3), own,
    ]
    #expect(
      lines(standings) == [
        "this wait is inside DispatchQueue.sync(execute:), called at Own.swift:1",
        "concurrency pool: sleeps, called at DocumentTests.swift:3",
        "concurrency pool: sleeps, called at Near.swift:2",
        "concurrency pool: sleeps, called at Far.swift:1",
      ])
  }

  @Test func lineThatIsNotCertain_isNotSaid() {
    var lock = Standing(.thread(number: 1, name: nil, role: .pool), .lock(holder: nil))
    lock.file = Self.test
    var running = lock
    running.activity = .running
    var waiting = Standing(.task(identity: 2, name: nil), .continuation)
    waiting.file = "/p/Sources/App/Cache.swift"
    #expect(
      lines([waiting, lock, running]) == [
        "concurrency pool: waits for a lock, called in DocumentTests.swift",
        "concurrency pool: running in DocumentTests.swift",
        "a task waits for a continuation to be resumed in Cache.swift",
      ])
  }

  @Test func linesThatWereNotRead_leaveFunctions() {
    var lock = Standing(.thread(number: 1, name: nil, role: .other), .lock(holder: nil))
    lock.function = "Store.save()"
    #expect(
      lines([lock, Standing(.threads, .unknown(.lines))]) == [
        "a thread: waits for a lock, called in Store.save()", "there was no time to read all lines",
      ])
    #expect(lines([Standing(.threads, .unknown(.lines))]) == ["there was no time to read all lines"])
  }

  @Test func busyActor_isNotNamed_whenThreadsAreMissing() {
    var running = thread(1, .running, "/p/Sources/App/Index.swift", 29)
    running.function = "Index.rebuild()"
    let waiting = task(2, .actor(Standing.Actor(identity: 3, name: "Index")), 59)
    #expect(Deadlock.all(in: [running, waiting]).count == 1)
    #expect(Deadlock.all(in: [running, waiting, Standing(.threads, .unknown(.lines))]).count == 1)
    #expect(Deadlock.all(in: [running, waiting, Standing(.threads, .unknown(.limit))]).isEmpty)
  }

  @Test func moreThanTheLimit_areCounted() {
    let lines = lines((1...12).map { thread($0, .sleep, Self.test, Int($0)) })
    #expect(lines.count == 8 && lines.last == "and 5 more threads and tasks elsewhere")
  }

  @Test func lockOfTheWait_isADeadlock() {
    let holder = Standing.Holder(number: 1, isOfThisWait: true)
    let standing = thread(2, .lock(holder: holder), "/p/Sources/App/Store.swift", 14, role: .other, name: "writer")
    #expect(
      lines([standing]) == [
        "deadlock: thread \"writer\" at Store.swift:14 needs a lock that the thread of this wait holds",
        "thread \"writer\": waits for a lock, called at Store.swift:14; held by the thread of this wait",
      ])
  }

  @Test func twoLocks_areACycle() {
    let first = thread(1, .lock(holder: .init(number: 2, name: "b", lock: 8)), Self.test, 1, role: .other, name: "a")
    let second = thread(2, .lock(holder: .init(number: 1, name: "a", lock: 16)), Self.test, 2, role: .other, name: "b")
    let cycle =
      "deadlock: thread \"a\" at DocumentTests.swift:1 and thread \"b\" at DocumentTests.swift:2 wait for each other"
    #expect(lines([first, second]).first == cycle)
    #expect(Deadlock.all(in: [first, second]) == [.cycle([first, second])])
  }

  /// Neither of two threads that want one lock waits for the other.
  @Test func oneLock_isNoCycle() {
    let standings = [(1, 2), (2, 1)].map { number, holder in
      thread(number, .lock(holder: .init(number: Int32(holder), lock: 8)), Self.test, Int(number))
    }
    #expect(Deadlock.all(in: standings).isEmpty)
  }

  @Test(arguments: [
    Standing.Holder(number: 1, lock: 16, isStill: false), Standing.Holder(number: 1, lock: 16, isLimited: true),
  ])
  func waitThatMayEnd_isNoDeadlock(_ holder: Standing.Holder) {
    let first = thread(1, .lock(holder: .init(number: 2, lock: 8)), Self.test, 1)
    #expect(Deadlock.all(in: [first, thread(2, .lock(holder: holder), Self.test, 2)]).isEmpty)
    #expect(Deadlock.all(in: [thread(1, .lock(holder: holder), Self.test, 2)]).isEmpty)
    var own = holder
    own.isOfThisWait = true
    #expect(Deadlock.all(in: [thread(2, .lock(holder: own), Self.test, 2)]).isEmpty)
  }

  @Test func taskThatAwaitsItself_isADeadlock() {
    let standing = task(1, .task(identity: 1), 1)
    #expect(Deadlock.all(in: [standing]) == [.cycle([standing])])
    #expect(
      lines([standing]) == [
        "deadlock: a task at DocumentTests.swift:1 waits for its own end",
        "a task waits for the end of a task at DocumentTests.swift:1",
      ])
  }

  @Test func waitsOfTheLibrary_sayWhatTheyWaitFor() {
    var named = task(1, .library(.expectation), 1)
    named.awaited = "saved"
    let blocked = thread(2, .library(.expectation), Self.test, 5)
    var recorder = task(3, .library(.recorder), 6)
    recorder.awaited = "states"
    let clock = task(4, .library(.manualClock), 7)
    let others = [task(5, .library(.recorder), 8), task(6, .library(.condition), 9), task(7, .library(.body), 10)]
    #expect(
      lines([blocked, named, recorder, clock] + others) == [
        "concurrency pool: waits for an expectation, called at DocumentTests.swift:5",
        "a task waits for \"saved\" at DocumentTests.swift:1",
        "a task waits for the recorder \"states\" at DocumentTests.swift:6",
        "a task sleeps on a manual clock at DocumentTests.swift:7",
        "a task waits for a recorder at DocumentTests.swift:8",
        "a task looks again and again at a condition at DocumentTests.swift:9",
        "a task waits for the end of a body at DocumentTests.swift:10",
      ])
  }

  @Test func waitsOfOtherTests_areSaidOnlyIfNothingElseIsKnown() {
    let other = thread(1, .library(.expectation), "/p/Tests/AppTests/CacheTests.swift", 5)
    let line = "concurrency pool: waits for an expectation, called at CacheTests.swift:5"
    #expect(lines([other]) == [line])
    #expect(lines([other, task(2, .continuation, 1)]).count == 1)
    #expect(lines([other, thread(3, .library(.expectation), "/p/Sources/App/Cache.swift", 5)]).count == 1)
  }

  @Test func tasksOfOtherTests_areLeftOut_andTheirThreadsAreOneLine() {
    let thread = thread(2, .semaphore, Self.test, 2).ofOtherTest
    let text = StandingText([thread, task(1, .continuation, 1).ofOtherTest, task(3, .sleep, 3)])
    #expect(text.lines == ["a task sleeps at DocumentTests.swift:3"])
    let line = "concurrency pool of another test: waits for a semaphore, called at DocumentTests.swift:2"
    #expect(text.lineOfOthers == line)
    let two = StandingText([self.thread(4, .sleep, Self.test, 4).ofOtherTest, thread])
    #expect(two.lineOfOthers == line + "; and 1 more" && two.lines.isEmpty)
  }

  // MARK: Whose deadlock

  private var cycle: [Standing] {
    [(1, 2), (2, 1)].map { thread($0, .lock(holder: .init(number: $1, lock: UInt64($0))), Self.test, Int($0)) }
  }
  private static let each = "concurrency pool at DocumentTests.swift:1 and concurrency pool at DocumentTests.swift:2"

  @Test func deadlockOfOtherTest_isNoneOfThisOne() {
    var (text, owners) = (StandingText([cycle[0], cycle[1].ofOtherTest]), [Set<Standing.Identity>: String]())
    text.claimDeadlocks(for: "a()", &owners)
    #expect(text.lines.isEmpty && owners.isEmpty)
    let line = "concurrency pool of another test: waits for a lock, called at DocumentTests.swift:2; held by thread 1"
    #expect(text.lineOfOthers == line + "; and 1 more")
  }

  /// It is one only if the test is known of one of them.
  @Test func deadlockInAParallelRun_isInDoubt() {
    var standings = cycle
    let text = StandingText(standings, runningTests: 2)
    #expect(!text.lines.contains { $0.hasPrefix("deadlock") })
    #expect(text.lineOfOthers == "perhaps of another test: \(Self.each) wait for each other")
    standings[1].isOfThisTest = true
    let known = StandingText(standings, runningTests: 2)
    #expect(known.lines.contains { $0.hasPrefix("deadlock: ") } && known.lineOfOthers == nil)
  }

  @Test func deadlockThatAnEarlierTestLeft_isNotNamedAgain() {
    var owners: [Set<Standing.Identity>: String] = [:]
    for (test, isNamed) in [("first()", true), ("second()", false), ("first()", true)] {
      var text = StandingText(cycle, files: [Self.test])
      text.claimDeadlocks(for: test, &owners)
      #expect(text.lines.contains("deadlock: \(Self.each) wait for each other") == isNamed)
      let line = "perhaps of another test: concurrency pool: waits for a lock, called at DocumentTests.swift:1"
      #expect(text.lineOfOthers == (isNamed ? nil : line + "; held by thread 2; and 1 more"))
    }
  }

  @Test func whatIsOfTheTest_comesFirstInAParallelRun() {
    var own = task(1, .sleep, 1)
    own.place?.file = "/elsewhere/Far.swift"
    own.isOfThisTest = true
    let text = StandingText([thread(2, .sleep, Self.test, 2), own], files: [Self.test], runningTests: 2)
    #expect(text.lines.first == "a task sleeps at Far.swift:1")
  }

  /// A wait sees what others do, not itself.
  @Test func resolvedSnapshot_isSeenFromEachWait() {
    func task(_ number: UInt32) -> Standing {
      var standing = Standing(.task(identity: UInt64(number), name: nil), .continuation)
      standing.taskNumber = number
      return standing
    }
    let asOwn = Standing(.thread(number: 7, name: nil, role: .main), .inside)
    let asOther = Standing(.thread(number: 7, name: nil, role: .main), .library(.expectation))
    let locked = Standing(.thread(number: 8, name: nil, role: .other), .lock(holder: .init(number: 7)))
    let snapshot = ResolvedSnapshot(
      threads: [
        .init(number: 7, forOthers: asOther, forItsWait: asOwn, isComplete: true),
        .init(number: 8, forOthers: locked, isComplete: true), .init(number: 9, isComplete: false),
      ], tasks: [task(.max), task(3), task(5)])
    let seen = snapshot.standings(for: .init(thread: 7, task: 1 << 32 + 5))
    #expect(seen.count == 5)
    #expect(seen[0] == asOwn)
    #expect(seen[1].activity == .lock(holder: .init(number: 7, isOfThisWait: true)))
    #expect(seen[2].activity == .unknown(.unreadable))
    let others = snapshot.standings(for: .init())
    #expect(others.count == 6 && others[0] == asOther && others[1] == locked)
  }

  @Test func chainOfTasks_isADeadlock_ifItLeadsIntoACycle() {
    func chain(_ last: Standing.Activity) -> [Standing] {
      [task(1, .task(identity: 2), 1), task(2, .task(identity: 3), 2), task(3, last, 3)]
    }
    let places = [1, 2, 3, 1].map { "a task at DocumentTests.swift:\($0)" }.joined(separator: " → ")
    #expect(lines(chain(.task(identity: 1))).first == "deadlock: each waits for the next: " + places)
    let tasks = chain(.task(identity: 2))
    #expect(Deadlock.all(in: tasks) == [.cycle([tasks[1], tasks[2]])], "only the cycle, and once")
    #expect(Deadlock.all(in: chain(.continuation)).isEmpty)
  }

  @Test func ownLock_isADeadlock() {
    let standing = thread(1, .lock(holder: .init(number: 1)), Self.test, 1)
    #expect(Deadlock.all(in: [standing]) == [.ownLock(standing)])
    #expect(lines([standing]).last?.hasSuffix("; held by itself") == true)
  }

  @Test func busyActor_isNamedWithItsMethod() {
    let waiting = task(1, .actor(.init(identity: 9, name: "Index")), 59)
    var running = thread(2, .running, "/p/Sources/App/Index.swift", 29)
    running.function = "Index.rebuild()"
    #expect(
      lines([waiting, running]) == [
        "a task waits for its turn on actor Index at DocumentTests.swift:59; "
          + "Index is busy in rebuild() at Index.swift:29",
        "concurrency pool: running Index.rebuild(), at Index.swift:29",
      ])
  }

  @Test func busyActor_withTwoOfItsType_isNotGuessed() {
    let tasks = [1, 2].map { task($0, .actor(.init(identity: $0, name: "Index")), Int($0)) }
    var running = thread(2, .running, "/p/Sources/App/Index.swift", 29)
    running.function = "Index.rebuild()"
    #expect(Deadlock.all(in: tasks + [running]).isEmpty)
  }

  @Test func nothing_saysSo() { #expect(lines([]).isEmpty) }

  @Test func unreadThreads_areNeverNoThreads() {
    var some = Standing(.threads, .unknown(.unreadable))
    some.count = 3
    #expect(lines([some]) == ["3 threads could not be read"])
    some.count = 0
    #expect(lines([some]) == ["the threads could not be read"])
    let tasks = [Standing(.tasks, .unknown(.sanitizer))]
    #expect(lines(tasks) == ["suspended tasks are not searched under a sanitizer"])
  }
}

extension Standing {
  fileprivate var ofOtherTest: Standing {
    var standing = self
    standing.isOfOtherTest = true
    return standing
  }
}
