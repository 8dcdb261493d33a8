import Foundation

/// The limits of a run, on a computer that runs nothing else.
struct Thresholds {
  /// The largest allowed figure of a scenario.
  private struct Limit: Decodable {
    let scenario: String
    /// The implementation to which `p50` is a ratio. Without one, `p50` is the median of this library, for figures that
    /// mean the same on every machine.
    let against: String?
    let p50: Double?
    /// The number of this library's samples that are longer: lost wake-ups.
    let over50ms: Double?

    /// The text of the breach if the figure exceeds the limit, or if there is none of them.
    func breach(_ result: ScenarioResult) -> String? {
      let line = result.lines.first { $0.name == against ?? Candidate.ours }
      let long = line.map { line in Double(line.sorted.count { $0 > 50_000 }) }
      let actual = over50ms != nil ? long : against == nil ? line?.p50 : line?.ratio
      if let actual, let limit = over50ms ?? p50, actual <= limit { return nil }
      let name = against.map { "\(scenario) against \($0)" } ?? scenario
      return
        "BREACH \(name): \(actual.map(figure) ?? "no figure"), more than \((over50ms ?? p50).map(figure) ?? "no limit")"
    }
  }

  private let path: String
  private let limits: [Limit]

  init(contentsOf path: String, _ scenarios: [String]) throws {
    self.path = path
    do {
      let lists = try JSONDecoder().decode([String: [Limit]].self, from: Data(contentsOf: URL(fileURLWithPath: path)))
      limits = lists.values.flatMap { $0 }
    } catch {
      throw UsageError(description: "\(path) is not a file of thresholds: \(error)")
    }
    if let limit = limits.first(where: { !scenarios.contains($0.scenario) }) {
      throw UsageError(description: "\(path): there is no scenario \(limit.scenario)")
    }
  }

  /// Prints every breach in the scenarios that ran. Returns whether there is none.
  func allow(_ results: [ScenarioResult]) -> Bool {
    let applied = results.flatMap { result in
      limits.filter { $0.scenario == result.scenario.name }.map { $0.breach(result) }
    }
    let breaches = applied.compactMap { $0 }
    for breach in breaches { print(breach) }
    print("\(path): \(applied.count) thresholds checked, \(breaches.count) exceeded")
    return breaches.isEmpty
  }
}
