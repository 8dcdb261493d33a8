#if os(Linux)
  import Expectations
  import TestSupport
  import Testing

  @testable import Exploration

  @Suite(.ownThreads, .fullControl) struct PointTests {
    private struct TimedOut: Error, CustomStringConvertible {
      var description: String { "TimedOut" }
    }

    private actor Server {
      private(set) var requests = 0

      func record() async throws -> Int {
        requests += 1
        try mayThrow(TimedOut())
        return 7
      }
    }

    @Sendable private static func loadTwice(_ server: Server) async -> Int? {
      for _ in 0..<2 {
        if let record = try? await server.record() { return record }
        reached("retry")
      }
      return nil
    }

    @Test func mayThrow_triesEach() {
      let results = Locked<Set<[Int]>>([])
      let report = explore(.exhaustive) {
        let server = Server()
        let record = await Self.loadTwice(server)
        let requests = await server.requests
        results.withLock { _ = $0.insert([record ?? 0, requests]) }
      }
      #expect(report.outcome == .passed)
      #expect(report.schedules == 3)
      #expect(results.withLock { $0 } == [[7, 1], [7, 2], [0, 2]])
    }

    @Test func mayThrow_isShown_andRepeated() async throws {
      let body: @Sendable () async throws -> Void = {
        let record = await Self.loadTwice(Server())
        #expect(record == 7)
      }
      let (report, host) = await recordingAsync { await explore(body: body) }
      #expect(report.outcome == .failed)
      let text = try #require(host.texts.first)
      #expect(text.split(separator: ", throws TimedOut by request").count == 3, "\(text)")
      let code = try #require(report.schedule)
      let (again, _) = await recordingAsync { await explore(replay: code, body: body) }
      #expect(again.outcome == .failed)
    }

    /// After so many steps that the order of arrival follows, not all has been tried.
    @Test func mayThrow_afterTheLastChoice_isNotExhaustive() async {
      let (report, _) = await recordingAsync {
        await explore(.exhaustive) {
          for _ in 0..<2_500 { await Task.yield() }
          try mayThrow(TimedOut())
        }
      }
      #expect(!report.isExhaustive)
    }

    private func typed() throws(TimedOut) { try mayThrow(TimedOut()) }

    @Test func mayThrow_elsewhere_doesNotThrow() throws {
      try typed()
      reached("nothing")
    }

    @Test func reaches_aPointOfNoSchedule_fails() async {
      let (report, host) = await recordingAsync {
        await explore("loading", .reaches("retry", "give up", "login")) { _ = await Self.loadTwice(Server()) }
      }
      #expect(report.outcome == .failed)
      #expect(report.schedule == nil)
      let points = "\"give up\", \"login\""
      #expect(
        host.texts == ["loading: Not reached: none of 3 schedules came to \(points); they are all that there are"])
    }

    /// A schedule that fails says more than a point that was not reached until then, and a replay checks no points.
    @Test func reaches_withAFailure_orAReplay_saysNothing() async {
      let (_, host) = await recordingAsync { await explore(.reaches("login")) { throw TimedOut() } }
      #expect(host.texts.count == 1)
      #expect(host.texts[0].contains("The body threw TimedOut"))
      let report = await explore(replay: "x1-0001PE", .reaches("login")) {
        async let one: Void = Task.yield()
        async let two: Void = Task.yield()
        _ = await (one, two)
      }
      #expect(report.outcome == .passed)
    }

    @Test func argumentsThatMeanNothing_fail() async {
      let runs = Locked(0)
      let (_, host) = await recordingAsync {
        await explore(schedules: -5) { runs.withLock { $0 += 1 } }
        await explore(.within(.seconds(1)), .steps(9), .within(.seconds(2))) { runs.withLock { $0 += 1 } }
        await explore(.exhaustive, .exhaustive(deviations: 2)) { runs.withLock { $0 += 1 } }
      }
      #expect(
        host.texts == [
          "Not explored: the number of schedules must be at least 1, and is -5",
          "Not explored: the option .within is given twice",
          "Not explored: the option .exhaustive is given twice",
        ])
      #expect(runs.withLock { $0 } == 0)
      let report = await explore(.reaches("one"), .reaches("two")) {
        reached("one")
        reached("two")
      }
      #expect(report.outcome == .passed)
    }

    #if DEBUG
      private actor Lock {
        private var users = 0

        func use(_ other: Lock?) async {
          users += 1
          await Task.yield()
          await other?.use(nil)
          users -= 1
        }
      }

      @Test func namedTasks_andTwoActors_areInTheText() async throws {
        let (_, host) = await recordingAsync {
          await explore {
            let (first, second) = (Lock(), Lock())
            let one = Task(name: "to the right") { await first.use(second) }
            let two = Task(name: "to the left") { await second.use(first) }
            _ = await (one.value, two.value)
            throw TimedOut()
          }
        }
        let text = try #require(host.texts.first)
        #expect(text.contains("starts to the right"), "\(text)")
        #expect(text.contains("Lock 1 "), "\(text)")
        #expect(text.contains("Lock 2 "), "\(text)")
      }
    #endif
  }
#endif
