import Foundation

extension ScenarioResult {
  /// A line for each implementation.
  var table: String {
    let head = "\(scenario.name) — \(scenario.about); \(scenario.unit), \(scenario.plan.rounds) rounds"
    let columns = Self.row("", ["p50", "p90", "p99", "max", "ours÷this", "samples"])
    let rows = lines.map { line in
      let figures = [line.p50, line.p90, line.p99, line.max].map(figure)
      return Self.row(line.name, figures + [line.ratio.map(figure) ?? "", String(line.sorted.count)])
    }
    return ([head, columns] + rows).joined(separator: "\n") + "\n"
  }

  private static func row(_ name: String, _ cells: [String]) -> String {
    cells.reduce("  " + name.padding(toLength: 23, withPad: " ", startingAt: 0)) { line, cell in
      line + String(repeating: " ", count: max(1, 11 - cell.count)) + cell
    }
  }
}

/// All figures in a form for programs.
func json(_ results: [ScenarioResult], _ headline: String) throws -> Data {
  struct Figures: Encodable {
    let scenario, implementation, unit: String
    let samples: Int
    let p50, p90, p99, max: Double
    let ratio: Double?
  }
  struct Report: Encodable {
    let machine: String
    let results: [Figures]
  }
  let figures = results.flatMap { result in
    result.lines.map { line in
      Figures(
        scenario: result.scenario.name, implementation: line.name, unit: result.scenario.unit,
        samples: line.sorted.count, p50: line.p50, p90: line.p90, p99: line.p99, max: line.max, ratio: line.ratio)
    }
  }
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
  return try encoder.encode(Report(machine: headline, results: figures))
}

/// Rounds a figure to the digits that matter.
func figure(_ value: Double) -> String {
  switch value {
  case 0: "0"
  case ..<0.1: String(format: "%.5f", value)
  case ..<10: String(format: "%.2f", value)
  case ..<100: String(format: "%.1f", value)
  default: String(format: "%.0f", value)
  }
}
