import Foundation
import Testing

@testable import Exploration

@Suite(.ownThreads, .fullControl) struct ReplayTests {
  #if compiler(>=6.3)
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
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
      if ProofSize.isFull { print("replayed: \(Program.forSlowTests[index].name): \(code), in another process") }
    }
  #endif

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
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

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
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
    #expect(ordered.timeLimit > 100 * settings([:]).timeLimit)
    #expect(ordered.seed == 7)
    #expect(ordered.replay == "x1-00EW")
    #expect(settings(["EXPECTATIONS_SCHEDULES": "many"]).schedules == 1_000)
    #expect(settings(["EXPECTATIONS_REPLAY": ""]).replay == nil)
    let all = settings([:], [.exhaustive(deviations: 2), .within(.seconds(1)), .machineMayStall, .steps(50)])
    #expect(all.deviations == 2)
    #expect(all.timeLimit == 1_000_000_000)
    #expect(all.limits == RunLimits(steps: 50, machineMayStall: true))
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
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
