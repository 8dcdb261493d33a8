#if os(Linux)
  import Expectations
  import TestSupport
  import Testing

  @testable import Exploration

  @Suite(.ownThreads, .fullControl) struct CancellationTests {
    private static let yields = 3

    /// How many yields a task has passed when it sees that it is canceled; one more if it never does.
    private static func passedYields() async -> Int {
      for number in 0..<yields {
        if Task.isCancelled { return number }
        await Task.yield()
      }
      return Task.isCancelled ? yields : yields + 1
    }

    @Test func eachMoment_isTried() {
      let seen = Locked<Set<Int>>([])
      let report = explore(.cancels, .exhaustive(deviations: 1)) {
        let task = Task { await Self.passedYields() }
        mayCancel(task)
        let passed = await task.value
        seen.withLock { _ = $0.insert(passed) }
      }
      #expect(report.outcome == .passed)
      #expect(seen.withLock { $0 } == Set(0...Self.yields + 1))
    }

    /// They make tasks of their own.
    @Test func waitsOfTheLibrary_areNotCanceled() {
      let report = explore(.cancels) {
        let isSet = Locked(false)
        let task = Task { isSet.withLock { $0 = true } }
        mayCancel(task)
        try await eventually("it is set") { isSet.withLock { $0 } }
        try await within(.seconds(1)) { await task.value }
      }
      #expect(report.outcome == .passed)
    }

    /// Its waiters go on when it opens, or when they are canceled.
    private actor Gate {
      private let waiter = Locked<(isOpen: Bool, next: UnsafeContinuation<Void, Never>?)>((false, nil))

      func wait() async {
        await withTaskCancellationHandler {
          await withUnsafeContinuation { next in
            let goesOn = waiter.withLock { waiter in
              if !waiter.isOpen { waiter.next = next }
              return waiter.isOpen
            }
            if goesOn { next.resume() }
          }
        } onCancel: {
          open()
        }
      }

      nonisolated func open() {
        waiter.withLock { waiter in
          waiter.isOpen = true
          return waiter.next.take()
        }?.resume()
      }
    }

    /// No step runs then, and the task that goes on is in the queue of an actor.
    @Test func cancellation_thatResumesATaskInAnActor_isNotLost() {
      let report = explore(.cancels) {
        let gate = Gate()
        let task = Task { await gate.wait() }
        mayCancel(task)
        await Task.yield()
        await Task.yield()
        gate.open()
        await task.value
      }
      #expect(report.outcome == .passed)
    }

    @Test func childTasks_areCanceledWithTheirTask() {
      let seen = Locked<Set<[Bool]>>([])
      explore(.cancels, .exhaustive(deviations: 1)) {
        let one = Task {
          async let child = Self.passedYields()
          return await child
        }
        let two = Task {
          await withTaskGroup(of: Int.self) { group in
            group.addTask { await Self.passedYields() }
            return await group.reduce(0, +)
          }
        }
        mayCancel(one)
        mayCancel(two)
        let all = await [one.value, two.value].map { $0 <= Self.yields }
        seen.withLock { _ = $0.insert(all) }
      }
      let found = seen.withLock { $0 }
      #expect(found == [[false, false], [true, false], [false, true]], "only one of them is canceled in a schedule")
    }

    /// The exploration calls a handler itself, and not in a task of the body.
    @Test func failureInAHandler_isOfTheScheduleOfAnAsyncTest() async {
      let (_, host) = await recordingAsync {
        await explore(.cancels) {
          let task = Task {
            await withTaskCancellationHandler {
              try? await Task.sleep(for: .seconds(1))
            } onCancel: {
              #expect(Bool(false), "the handler ran")
            }
          }
          mayCancel(task)
          await task.value
        }
      }
      let text = host.texts.first ?? ""
      #expect(host.texts.count == 1)
      #expect(text.hasPrefix("Fails under schedule "), "\(text)")
      #expect(text.contains("the handler ran"), "\(text)")
      #expect(text.contains("test  cancels A"), "\(text)")
    }

    @Test func otherTasks_areNotCanceled() {
      let report = explore(schedules: 200, .cancels) {
        let own = Task { await Task.yield() }
        mayCancel(own)
        let other = Task {
          for _ in 0..<3 { await Task.yield() }
          #expect(!Task.isCancelled)
        }
        for _ in 0..<3 { await Task.yield() }
        #expect(!Task.isCancelled)
        await other.value
        await own.value
      }
      #expect(report.outcome == .passed, "\(report)")
    }

    @Test func noTaskThatIsGiven_fails() async {
      let (report, host) = await recordingAsync { await explore("saving", .cancels) { await Task {}.value } }
      #expect(report.outcome == .failed)
      #expect(
        host.texts == [
          "saving: Not canceled: none of 1 schedule came to mayCancel(_:), so .cancels had no task to cancel."
            + " Write in the body: let task = Task { … }; mayCancel(task)"
        ])
    }

    @Test func taskThatSomeSchedulesGive_isEnough() async {
      let report = await explore(.cancels) {
        let order = Locked("")
        async let one: Void = order.withLock { $0 += "a" }
        async let two: Void = order.withLock { $0 += "b" }
        _ = await (one, two)
        let task = Task {}
        if order.withLock({ $0 }) == "ba" { mayCancel(task) }
        await task.value
      }
      #expect(report.outcome == .passed, "\(report)")
    }

    /// Again and later: each moment behind the first call is one choice.
    @Test func taskThatIsGivenTwice_isOneCandidate() {
      func schedules(_ times: Int) -> Int {
        let report = explore(.cancels, .exhaustive) {
          let task = Task { await Task.yield() }
          for _ in 0..<times { mayCancel(task) }
          await task.value
        }
        #expect(report.outcome == .passed)
        return report.schedules
      }
      #expect(schedules(2) == schedules(1))
    }

    /// Its task comes to the actor unseen.
    private actor Worker {
      private var touches = 0

      func start() -> Task<Bool, Never> {
        Task {
          touches += 1
          await Task.yield()
          return Task.isCancelled
        }
      }
    }

    @Test func taskThatTheCodeUnderTestHandsOut_isCanceled() async {
      let seen = Locked<Set<Bool>>([])
      let report = await explore(.cancels) {
        let worker = Worker()
        let task = await worker.start()
        mayCancel(task)
        let isCanceled = await task.value
        seen.withLock { _ = $0.insert(isCanceled) }
      }
      #expect(report.outcome == .passed, "\(report)")
      #expect(seen.withLock { $0 } == [true, false])
    }

    @Test func withoutTheOption_orAnExploration_noTaskIsCanceled() async {
      let body: @Sendable () async -> Void = {
        let task = Task { await Self.passedYields() }
        mayCancel(task)
        #expect(await task.value == Self.yields + 1)
      }
      await body()
      let report = await explore(schedules: 200, body: body)
      #expect(report.outcome == .passed, "\(report)")
    }

    @Sendable private static func useTwice() async {
      let slots = Slots(1, forgets: true)
      let tasks = (0..<2).map { _ in Task { try await slots.use { await Task.yield() } } }
      for task in tasks { mayCancel(task) }
      for task in tasks { _ = await task.result }
      #expect(await slots.free == 1)
    }

    /// Only a cancellation between the turn and the use shows the mistake.
    @Test func forgottenSlot_isFound_andRepeated() async throws {
      let plain = await explore(schedules: 500, body: Self.useTwice)
      #expect(plain.outcome == .passed)
      let (found, host) = await recordingAsync { await explore(schedules: 500, .cancels, body: Self.useTwice) }
      #expect(found.outcome == .stuck, "the other task waits for the slot")
      #expect(found.repeated == 3)
      let text = try #require(host.texts.first)
      #expect(text.contains("  test  "), "\(text)")
      #expect(text.contains("cancels A") || text.contains("cancels B"), "\(text)")
      #expect(text.contains("← without this it passes"), "\(text)")
      let code = try #require(found.schedule)
      let (again, _) = await recordingAsync { await explore(replay: code, body: Self.useTwice) }
      #expect(again.outcome == .stuck, "the code repeats it without the option")
    }
  }
#endif
