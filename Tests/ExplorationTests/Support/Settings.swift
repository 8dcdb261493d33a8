import Expectations

@testable import Exploration

extension ExplorationSettings {
  /// The settings of a call, without the environment of this process.
  init(
    schedules: Int = 1_000, seed: UInt64? = 1, replay: String? = nil, _ options: [ExplorationOption] = [],
    line: UInt = 1, environment: [String: String] = [:]
  ) {
    self.init(schedules, seed, replay, options, .at("A/B.swift", "/A/B.swift", line, 1), environment: environment)
  }
}
