/// Compares a run with thresholds.
///
/// Another program on the machine can push a ratio over its threshold once. So a scenario that exceeds a threshold is
/// measured again, and only a threshold that is exceeded every time is a breach.
struct Check {
  private static let attempts = 3

  let path: String
  private let thresholds: Thresholds

  init(_ path: String) throws {
    self.path = path
    thresholds = try Thresholds(contentsOf: path)
  }

  /// Prints every breach. Returns whether there is none. `measure` runs a scenario again.
  func passes(_ results: [ScenarioResult], measure: (Scenario, _ attempt: Int) -> ScenarioResult) -> Bool {
    let breaches = results.flatMap { confirmedBreaches(in: $0, measure: measure) }
    for breach in breaches { print("BREACH \(breach.subject): \(breach.detail)") }
    print("\(path): \(thresholds.count(in: results)) thresholds checked, \(breaches.count) exceeded")
    return breaches.isEmpty
  }

  private func confirmedBreaches(
    in result: ScenarioResult, measure: (Scenario, Int) -> ScenarioResult
  ) -> [Breach] {
    var breaches = thresholds.breaches(in: result)
    for attempt in 2...Self.attempts where !breaches.isEmpty {
      let again = thresholds.breaches(in: measure(result.scenario, attempt))
      breaches = again.filter { breach in breaches.contains { $0.subject == breach.subject } }
    }
    return breaches
  }
}
