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
        let code = try #require(first.schedule)
        let steps = String(decoding: try JSONEncoder().encode(first.steps), as: UTF8.self)
        await #expect(processExitsWith: .success) {
          [index = index as Int, code = code as String, steps = steps as String] in
          setenv("EXPECTATIONS_REPLAY", code, 1)
          let second = Self.report(of: index)
          #expect(second.schedules == 1)
          #expect(second.outcome == .failed || second.outcome == .stuck)
          let expected = try JSONDecoder().decode([ExplorationReport.Step].self, from: Data(steps.utf8))
          #expect(second.steps == expected)
        }
        ProofSize.print("replayed: \(Program.forSlowTests[index].name): \(code), in another process")
      }
    #endif

    private static func report(of index: Int) -> ExplorationReport {
      var report: ExplorationReport?
      _ = RecordingHost.recording {
        let program = Program.forSlowTests[index]
        report =
          program.needsStall ? explore(.machineMayStall, body: program.buggy) : explore(body: program.buggy)
      }
      guard let report else { preconditionFailure("explored nothing") }
      return report
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
      var code: String?
      _ = RecordingHost.recording {
        code = explore(body: Self.edited(extraTasks: 0, isMended: false)).schedule
      }
      let old = try #require(code)
      func replay(extraTasks: Int) -> (ExplorationReport?, String) {
        var report: ExplorationReport?
        let host = RecordingHost.recording {
          report = explore(replay: old, body: Self.edited(extraTasks: extraTasks, isMended: isMended))
        }
        return (report, host.texts.first ?? "")
      }
      let (same, sameText) = replay(extraTasks: 0)
      #expect(same?.outcome == (isMended ? .passed : .failed))
      #expect(!sameText.contains("other steps"))
      #expect(isMended || same?.schedule == old)
      let (edited, text) = replay(extraTasks: 2)
      #expect(edited?.outcome == (isMended ? .diverged : .failed))
      #expect(
        text.contains(isMended ? "does not fit: the test takes other steps" : "comes from other steps"), "\(text)")
    }

    @Test func settings_theEnvironment_hasPrecedence() {
      let site = CallSite(fileID: "A/B.swift", filePath: "/A/B.swift", line: 1, column: 1)
      func settings(_ environment: [String: String], _ options: [ExplorationOption] = []) -> ExplorationSettings {
        ExplorationSettings(
          schedules: 1_000, seed: 3, replay: nil, options: options, site: site, environment: environment)
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
      let all = settings([:], [.exhaustive(deviations: 2), .within(.seconds(1)), .machineMayStall, .steps(50)])
      #expect(all.deviations == 2)
      #expect(all.timeLimit == 1_000_000_000)
      #expect(all.limits == RunLimits(steps: 50, machineMayStall: true))
    }

    @Test func timeLimit_underTheThreadSanitizer_isLonger() {
      let site = CallSite(fileID: "A/B.swift", filePath: "/A/B.swift", line: 1, column: 1)
      let settings = ExplorationSettings(schedules: 1, seed: 1, replay: nil, options: [], site: site, environment: [:])
      let isWatched = RuntimeSymbol.address("__tsan_read8") != nil
      #expect(settings.timeLimit == (isWatched ? 100_000_000_000 : 10_000_000_000))
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
      let site = CallSite(fileID: "A/B.swift", filePath: "/A/B.swift", line: 1, column: 1)
      func replay(_ argument: String?, _ variable: String?, in test: String?) -> String? {
        ExplorationSettings(
          schedules: 1, seed: nil, replay: argument, options: [], site: site,
          environment: variable.map { ["EXPECTATIONS_REPLAY": $0] } ?? [:]
        ).forTest(test).replay?.code
      }
      #expect(replay(nil, "x1-00EW@one", in: "one()") == "x1-00EW")
      #expect(replay(nil, "x1-00EW@one", in: "two()") == nil)
      #expect(replay(nil, "x1-00EW", in: "two()") == "x1-00EW", "a code without a test is for all")
      #expect(replay(nil, "x1-00EW@one", in: nil) == "x1-00EW", "in doubt, the code is for it")
      #expect(replay("x1-00EW@one", nil, in: "two()") == "x1-00EW", "the call says what it repeats")
      #expect(replay("x1-0011QF", "x1-00EW", in: "two()") == "x1-0011QF")
    }

    #if os(Linux) || os(macOS)
      @Test func settings_thatTheEnvironmentGivesWrong_areReportedOnce_andIgnored() async throws {
        let end = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
          let site = CallSite(fileID: "A/B.swift", filePath: "/A/B.swift", line: 1, column: 1)
          for schedules in ["3_000", "-1"] {
            let settings = ExplorationSettings(
              schedules: 7, seed: 5, replay: nil, options: [], site: site,
              environment: ["EXPECTATIONS_SCHEDULES": schedules, "EXPECTATIONS_SEED": "x"])
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
    #endif

    @Test func settings_withoutASeed_followFromThePlace() {
      func seed(_ file: StaticString, _ line: UInt) -> UInt64 {
        let site = CallSite(fileID: file, filePath: file, line: line, column: 1)
        return ExplorationSettings(
          schedules: 1, seed: nil, replay: nil, options: [], site: site, environment: [:]
        ).seed
      }
      #expect(seed("A/B.swift", 1) == seed("A/B.swift", 1))
      #expect(seed("A/B.swift", 1) != seed("A/B.swift", 2))
    }
  }
#endif
