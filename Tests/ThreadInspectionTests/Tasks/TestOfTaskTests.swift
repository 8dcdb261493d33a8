#if os(Linux) && arch(x86_64) && canImport(Glibc)
  import Dispatch
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  @testable import ThreadInspection

  /// Which tasks are of this test, and which are of another one. The first test leaves tasks for the second one.
  @Suite(.realTime, .whereTasksAreRead, .serialized) struct TestOfTaskTests {
    private static let (stream, end) = AsyncStream.makeStream(of: Void.self)
    private static let keptTasks = SharedMutex<[Task<Void, Never>]>([])

    private static var left: [UInt64] {
      keptTasks.value.withLock { tasks in tasks.map { UInt64(unsafeBitCast($0, to: UInt.self)) } }
    }

    /// Returns nil when the task has no test, or cannot be read.
    private static func isOther(_ task: UInt64?, than identity: TestIdentity) -> Bool? {
      guard let task, let kind = TestLocal.kind, let memory = ProcessMemory() else { return nil }
      return TestLocal.test(of: task, kind, in: memory).map { identity.isOther($0) }
    }

    private static func isCallerOther(than identity: TestIdentity) -> Bool? {
      isOther(TestLocal.callingTask, than: identity)
    }

    /// Stops the threads of all tests of this suite.
    private static let gate = DispatchSemaphore(value: 0)
    private static let executor = ThreadExecutor()
    private static let (lineOfOther, lineOfThis) = (#line + 2, #line + 3)

    private static func stopOther() { gate.wait() }
    private static func stopThis() { gate.wait() }

    /// How many threads each test stops. One whose stack has the addresses of several tasks is not known.
    private static let count = 4

    /// For each line, whether the threads that stand there are of another test, and whether all tasks were searched
    /// for.
    private static func areOthers(for test: TestIdentity) -> (found: [Int: [Bool]], isComplete: Bool) {
      let end = ContinuousClock.now + .seconds(20)
      while true {
        let copy = ProcessInspector.copy(limit: .seconds(5))
        let (resolved, isComplete) = (copy.resolved(limit: .seconds(10)), copy.tasks.gap == nil)
        var found: [Int: [Bool]] = [lineOfOther: [], lineOfThis: []]
        for standing in resolved.standings(for: .init(test: test)) {
          guard case .thread = standing.subject, let place = standing.place,
            place.file.hasSuffix("TestOfTaskTests.swift")
          else { continue }
          found[place.line]?.append(standing.isOfOtherTest)
        }
        // At first, a thread may not stand there yet.
        if found.values.allSatisfy({ $0.count == count }) || ContinuousClock.now > end { return (found, isComplete) }
      }
    }

    private static func leaveTasks() {
      let tasks = [
        Task { for await _ in stream {} }, Task { @MainActor in for await _ in stream {} },
        Task { await Task { for await _ in stream {} }.value },
      ]
      keptTasks.value.withLock { $0 += tasks }
    }

    @Test func first_leavesTasks() throws {
      TestIdentity.learn()
      Self.leaveTasks()
      for _ in 0..<Self.count { Task(executorPreference: Self.executor) { Self.stopOther() } }
      let identity = try #require(TestIdentity.ofCallingTask())
      for task in Self.left { #expect(Self.isOther(task, than: identity) == false) }
    }

    @Test(arguments: 1...2) func parameterized_leavesTasks(number: Int) throws {
      TestIdentity.learn()
      let identity = try #require(TestIdentity.ofCallingTask())
      #expect(Self.left.count == number * 3)
      for task in Self.left { #expect(Self.isOther(task, than: identity) == true) }
      Self.leaveTasks()
    }

    @Test func tasksOfEarlierTests_areOthers_andNoneOfThisTest() async throws {
      TestIdentity.learn()
      let identity = try #require(TestIdentity.ofCallingTask())
      #expect(Self.left.count == 9)
      for task in Self.left { #expect(Self.isOther(task, than: identity) == true) }
      #expect(Self.isCallerOther(than: identity) == false)
      await Task { #expect(Self.isCallerOther(than: identity) == false) }.value
      await Task { await Task { #expect(Self.isCallerOther(than: identity) == false) }.value }.value
      await Task { @MainActor in #expect(Self.isCallerOther(than: identity) == false) }.value
      async let child: Void = { #expect(Self.isCallerOther(than: identity) == false) }()
      await child
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<100 { group.addTask { #expect(Self.isCallerOther(than: identity) == false) } }
        await group.waitForAll()
      }
    }

    /// Under a sanitizer, tasks are not searched, so the threads that run them are not known. In a process that uses
    /// more memory than is searched, they are not known either: `.ci/run` runs this suite apart. Optimized code
    /// does not stand in the functions that are looked for.
    @Test(.enabled(if: !SanitizerRuntime.isPresent && _isDebugAssertConfiguration()), .ownThreads)
    func threadOfAnotherTest_isRecognizedByItsTask() async throws {
      TestIdentity.learn()
      let identity = try #require(TestIdentity.ofCallingTask())
      for _ in 0..<Self.count { Task(executorPreference: Self.executor) { Self.stopThis() } }
      let (found, isComplete) = Self.areOthers(for: identity)
      #expect(found[Self.lineOfThis] == Array(repeating: false, count: Self.count))
      #expect(found[Self.lineOfOther]?.count == Self.count)
      #expect(!isComplete || found[Self.lineOfOther]?.contains(true) == true)
      for _ in 0..<2 * Self.count { Self.gate.signal() }
    }

    @Test @MainActor func onTheMainActor_theSameIsKnown() async throws {
      TestIdentity.learn()
      let identity = try #require(TestIdentity.ofCallingTask())
      for task in Self.left { #expect(Self.isOther(task, than: identity) == true) }
      #expect(Self.isCallerOther(than: identity) == false)
      Self.end.finish()
    }

    @Test func detachedTask_isOfNoTest() async throws {
      TestIdentity.learn()
      let (kind, memory) = (try #require(TestLocal.kind), try #require(ProcessMemory()))
      await Task.detached {
        #expect(TestLocal.callingTask.flatMap { TestLocal.test(of: $0, kind, in: memory) } == nil)
        #expect(TestIdentity.ofCallingTask() == nil)
      }.value
    }
  }
#endif
