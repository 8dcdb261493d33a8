import Expectations

@testable import Exploration

extension ExplorationSettings {
  /// The settings of a call, without the environment of this process.
  init(
    schedules: Int = 1_000, seed: UInt64? = 1, replay: String? = nil, _ options: [ExplorationOption] = [],
    line: UInt = 1, environment: [String: String] = [:]
  ) {
    let site = CallSite(fileID: "A/B.swift", filePath: "/A/B.swift", line: line, column: 1)
    self.init(schedules: schedules, seed: seed, replay: replay, options: options, site: site, environment: environment)
  }
}
