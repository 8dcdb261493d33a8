#if os(Linux)
  import Expectations
  import Foundation
  import TestSupport
  import Testing

  @testable import Exploration

  @Suite(.ownThreads, .fullControl) struct ReplayTests {
    #if compiler(>=6.3)
      @Test(arguments: Program.forSlowTests.indices)
      func explore_theReplayCodeInAnotherProcess_failsInTheSameWay(index: Int) async throws {
        let first = Self.report(of: index)
        #expect(first.repeated == 3)
        let (code, json) = (try #require(first.schedule), try JSONEncoder().encode(first))
        await #expect(processExitsWith: .success) {
          [index = index as Int, code = code as String, json = json as Data] in
          setenv("EXPECTATIONS_REPLAY", code, 1)
          let first = try JSONDecoder().decode(ExplorationReport.self, from: json)
          let second = Self.report(of: index)
          #expect(second.schedules == 1)
          #expect(second.outcome == .failed || second.outcome == .stuck)
          #expect(second.outcome == first.outcome)
          #expect(second.schedule == first.schedule)
          #expect(second.steps == first.steps)
        }
        ProofSize.print("replayed: \(Program.forSlowTests[index].name): \(code), in another process")
      }
    #endif

    private static func report(of index: Int) -> ExplorationReport {
      let program = Program.forSlowTests[index]
      return recording {
        program.needsStall ? explore(.machineMayStall, body: program.buggy) : explore(body: program.buggy)
      }.0
    }

    /// Two tasks of which the second must not come first, in the state before an edit and after.
    private static func edited(extraTasks: Int, isMended: Bool) -> @Sendable () async throws -> Void {
      {
        let order = Locked<[Int]>([])
        await withTaskGroup(of: Void.self) { group in
          for number in 1...2 { group.addTask { order.withLock { $0.append(number) } } }
          for _ in 0..<extraTasks { group.addTask { await Task.yield() } }
        }
        if order.withLock({ $0.first }) == 2, !isMended { throw CancellationError() }
      }
    }

    @Test(arguments: [true, false]) func explore_aCodeFromBeforeAnEdit_saysSo(isMended: Bool) throws {
      let (first, _) = recording { explore(body: Self.edited(extraTasks: 0, isMended: false)) }
      let old = try #require(first.schedule)
      func replay(extraTasks: Int) -> (ExplorationReport, RecordingHost) {
        recording { explore(replay: old, body: Self.edited(extraTasks: extraTasks, isMended: isMended)) }
      }
      let (same, sameHost) = replay(extraTasks: 0)
      #expect(same.outcome == (isMended ? .passed : .failed))
      #expect(sameHost.texts.first?.contains("other steps") != true)
      #expect(isMended || same.schedule == old)
      let (edited, host) = replay(extraTasks: 2)
      #expect(edited.outcome == (isMended ? .diverged : .failed))
      let text = host.texts.first ?? ""
      #expect(
        text.contains(isMended ? "does not fit: the test takes other steps" : "comes from other steps"), "\(text)")
    }

    @Test func settings_theEnvironment_hasPrecedence() {
      func settings(_ environment: [String: String]) -> ExplorationSettings {
        ExplorationSettings(seed: 3, environment: environment)
      }
      #expect(settings([:]).schedules == 1_000)
      #expect(settings([:]).seed == 3)
      let ordered = settings([
        "EXPECTATIONS_SCHEDULES": "100000", "EXPECTATIONS_SEED": "7", "EXPECTATIONS_REPLAY": "x1-00EW",
      ])
      #expect(ordered.schedules == 100_000)
      #expect(ordered.timeLimit == 100 * settings([:]).timeLimit)
      #expect(ordered.seed == 7)
      #expect(ordered.replay == ReplayRequest("x1-00EW", isFromEnvironment: true))
      #expect(settings(["EXPECTATIONS_SCHEDULES": "many"]).schedules == 1_000)
      #expect(settings(["EXPECTATIONS_SCHEDULES": "\(Int.max)"]).schedules == .max)
      #expect(settings(["EXPECTATIONS_REPLAY": ""]).replay == nil)
      let all = ExplorationSettings([.exhaustive(deviations: 2), .within(.seconds(1)), .machineMayStall, .steps(50)])
      #expect(all.deviations == 2)
      #expect(all.timeLimit == 1_000_000_000)
      #expect(all.limits == RunLimits(steps: 50, machineMayStall: true))
    }

    @Test func timeLimit_underTheThreadSanitizer_isLonger() {
      let isWatched = RuntimeSymbol.address("__tsan_read8") != nil
      #expect(ExplorationSettings().timeLimit == (isWatched ? 100_000_000_000 : 10_000_000_000))
    }

    @Test(arguments: [
      ("withdrawalsNeverOverdraw()", "withdrawalsNeverOverdraw"), ("add(to:a.b:)", "add"),
      ("AccountTests.testWithdrawals", "testWithdrawals"), ("-[AccountTests testWithdrawals]", "testWithdrawals"),
      ("never; overdraw $1", "never--overdraw--1"),
    ])
    func replayRequest_theNameOfATest_isReadBack(test: String, name: String) {
      #expect(ReplayRequest.variable("x1-00EW", test: test) == "EXPECTATIONS_REPLAY=x1-00EW@\(name)")
      #expect(ReplayRequest("x1-00EW@\(name)", isFromEnvironment: true).isFor(test))
      #expect(!ReplayRequest("x1-00EW@another", isFromEnvironment: true).isFor(test))
    }

    @Test func settings_aCodeOfAnotherTest_isNotForThisOne() {
      func replay(_ argument: String?, _ variable: String?, in test: String?) -> String? {
        let environment = variable.map { ["EXPECTATIONS_REPLAY": $0] } ?? [:]
        return ExplorationSettings(replay: argument, environment: environment).forTest(test).replay?.code
      }
      #expect(replay(nil, "x1-00EW@one", in: "one()") == "x1-00EW")
      #expect(replay(nil, "x1-00EW@one", in: "two()") == nil)
      #expect(replay(nil, "x1-00EW", in: "two()") == "x1-00EW", "a code without a test is for all")
      #expect(replay(nil, "x1-00EW@one", in: nil) == "x1-00EW", "in doubt, the code is for it")
      #expect(replay("x1-00EW@one", nil, in: "two()") == "x1-00EW", "the call says what it repeats")
      #expect(replay("x1-0011QF", "x1-00EW", in: "two()") == "x1-0011QF")
    }

    @Test func settings_thatTheEnvironmentGivesWrong_areReportedOnce_andIgnored() async throws {
      let end = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        for schedules in ["3_000", "-1"] {
          let environment = ["EXPECTATIONS_SCHEDULES": schedules, "EXPECTATIONS_SEED": "x"]
          let settings = ExplorationSettings(schedules: 7, seed: 5, environment: environment)
          guard settings.schedules == 7, settings.seed == 5 else { exit(2) }
        }
      }
      let errors = String(decoding: try #require(end).standardErrorContent, as: UTF8.self)
      #expect(
        errors.components(separatedBy: "\n").filter { $0.hasPrefix("Expectations: ") } == [
          "Expectations: EXPECTATIONS_SCHEDULES=3_000 is not a positive whole number; it is ignored.",
          "Expectations: EXPECTATIONS_SEED=x is not a whole number of at most 64 bits; it is ignored.",
        ])
    }

    @Test func settings_withoutASeed_followFromThePlace() {
      let seeds = [1, 1, 2].map { ExplorationSettings(seed: nil, line: $0).seed }
      #expect(seeds[0] == seeds[1])
      #expect(seeds[1] != seeds[2])
    }
  }
#endif
