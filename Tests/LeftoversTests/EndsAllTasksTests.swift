import Expectations
import Leftovers
import TestSupport
import Testing

@Suite(.endsAllTasks) struct EndsAllTasksTests {
  enum Leftover: CaseIterable {
    case task, ofATask, onTheMainActor, inAGroup, continuation

    func start(_ work: Work) {
      switch self {
      case .task: Task { await work.wait() }
      case .ofATask: Task { Task { await work.wait() } }
      case .onTheMainActor: Task { @MainActor in await work.wait() }
      case .inAGroup:
        Task {
          await withTaskGroup(of: Void.self) { group in
            for _ in 0..<2 { group.addTask { await work.wait() } }
          }
        }
      case .continuation:
        Task {
          await withCheckedContinuation { continuation in
            Task {
              await work.wait()
              continuation.resume()
            }
          }
        }
      }
    }
  }

  private static let short = Duration.milliseconds(200)

  @Test(arguments: Leftover.allCases)
  func leftover_fails(_ leftover: Leftover) async throws {
    let work = Work()
    let found = await issues { await endsAllTasks(within: Self.short) { leftover.start(work) } }
    try #require(found.count == 1)
    let text = found[0].text
    #expect(text.hasPrefix("Not all tasks of this code have ended"), "\(text)")
    #if DEBUG
      let line = "next element of a stream at Work.swift:6"
      #expect(text.contains(line) || isOfAPart(text) || !NeededToolchain.readsTasks, "\(text)")
    #endif
    work.end()
  }

  @Test func noLeftover_passes() async throws {
    let work = Work()
    await endsAllTasks {
      Task {}
      async let child: Void = Task.yield()
      let task = Task { 1 }
      _ = await (task.value, child)
    }
    await endsAllTasks {
      let task = Task { await work.wait() }
      task.cancel()
    }
    // It has ended, and its handle is kept.
    let kept = await endsAllTasks { () async -> Task<Int, Never> in
      let task = Task { 2 }
      _ = await task.value
      return task
    }
    #expect(await kept.value == 2)
  }

  /// It ends in the grace period, for which the call does not wait to the end.
  @Test(.timeLimit(.minutes(1))) func endInTheGracePeriod_endsTheWait() async {
    await endsAllTasks(within: .seconds(600)) { _ = Task { try await Task.sleep(for: .milliseconds(20)) } }
  }

  @Test func declaredWork_mayLiveOn() async {
    let work = Work()
    await endsAllTasks(within: Self.short) {
      backgroundWork { _ = Task { await work.wait() } }
      await backgroundWork {
        await Task.yield()
        _ = Task { await work.wait() }
      }
    }
    work.end()
  }

  /// The library has a task for each test, and for each task of a parameterized one, that has expectations.
  @Test(arguments: [1]) func expectationOfATask_mayLiveOn(_: Int) async {
    let saved = await endsAllTasks(within: Self.short) { await Task { Expectation("saved") }.value }
    saved.fulfill()
    await saved.wait()
  }

  /// The tasks of an inner scope are those of the outer one, too.
  @Test func scopes_nest() async {
    let work = Work()
    let found = await issues {
      await endsAllTasks(within: .milliseconds(100)) {
        await endsAllTasks(within: .milliseconds(100)) { _ = Task { await work.wait() } }
      }
    }
    #expect(found.count == 2)
    work.end()
  }

  @Test func error_isThrown_andTasksAreNoFailure() async {
    struct Failed: Error {}
    let work = Work()
    let found = await issues {
      await #expect(throws: Failed.self) {
        try await endsAllTasks(within: .milliseconds(50)) {
          _ = Task { await work.wait() }
          throw Failed()
        }
      }
    }
    #expect(found.isEmpty, "\(found)")
    work.end()
  }

  @Test func tasksOfOthers_areNotThose() async throws {
    let (one, other) = (Work(), Work())
    _ = Task { await other.wait() }
    let found = await issues {
      await endsAllTasks(within: Self.short) {}
      await endsAllTasks(within: Self.short) { _ = Task { await one.wait() } }
    }
    #expect(found.count == 1)
    one.end()
    other.end()
  }

  @Test func trait_failsAtTheLineOfTheTest() async throws {
    let work = Work()
    let test = try #require(Test.current)
    let found = await issues {
      let trait: EndsAllTasksTrait = .endsAllTasks(within: .milliseconds(100))
      try? await trait.provideScope(for: test, testCase: nil) { _ = Task { await work.wait() } }
    }
    #expect(found.map(\.line) == [test.sourceLocation.line])
    work.end()
  }

  /// A failure often leaves tasks behind, so a second failure would say nothing. One that is recorded is in the package
  /// of tests that fail: here, it would be a known one, and those do not count.
  @Test func testThatThrows_getsAWarning() async throws {
    struct Failed: Error {}
    let work = Work()
    let test = try #require(Test.current)
    let severities = Locked<[String]>([])
    await withKnownIssue(isIntermittent: true) {
      let trait: EndsAllTasksTrait = .endsAllTasks(within: .milliseconds(50))
      await #expect(throws: Failed.self) {
        try await trait.provideScope(for: test, testCase: nil) {
          _ = Task { await work.wait() }
          throw Failed()
        }
      }
    } matching: { issue in
      #if compiler(>=6.3)
        severities.withLock { $0.append("\(issue.severity)") }
      #endif
      return true
    }
    #if compiler(>=6.3)
      #expect(severities.withLock { $0 } == ["warning"])
    #endif
    work.end()
  }

  /// The first expectation of a test, and each of a parameterized one, makes a task, which is the library's.
  @Test(arguments: [1, 2])
  func expectationsOfTheTest_areNotTasks(_ number: Int) async {
    let kept = await endsAllTasks(within: .milliseconds(50)) {
      let kept = Expectation("kept")
      kept.fulfill()
      await kept.wait()
      return kept
    }
    withExtendedLifetime(kept) {}
  }
}
