import Foundation

/// All figures in a form for programs.
struct JSONReport: Codable {
  struct Result: Codable {
    var scenario: String
    var implementation: String
    var samples: Int
    var unit: String
    var p50: Double
    var p90: Double
    var p99: Double
    var p999: Double
    var max: Double
  }

  /// The ratio of this library to another candidate.
  struct Ratio: Codable {
    var scenario: String
    var against: String
    var p50: Double
    var p99: Double
  }

  var machine: Machine
  var results: [Result]
  var ratios: [Ratio]

  init(_ machine: Machine, _ scenarios: [ScenarioResult]) {
    self.machine = machine
    let all = scenarios.flatMap { [$0] + [$0.companion].compactMap { $0 } }
    results = all.flatMap { scenario in
      scenario.candidates.filter { $0.all.count > 0 }.map { Result(scenario.scenario, $0) }
    }
    ratios = all.flatMap { scenario in
      scenario.candidates.compactMap { other in
        scenario.ratio(against: other).map {
          Ratio(scenario: scenario.scenario.name, against: other.name, p50: $0.p50, p99: $0.p99)
        }
      }
    }
  }

  func encoded() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }
}

extension JSONReport.Result {
  init(_ scenario: Scenario, _ candidate: CandidateResult) {
    let all = candidate.all
    self.init(
      scenario: scenario.name, implementation: candidate.name, samples: all.count, unit: scenario.unit.rawValue,
      p50: all.p50, p90: all.p90, p99: all.p99, p999: all.p999, max: all.max)
  }
}
