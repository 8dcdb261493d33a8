/// Compares a run with thresholds, on a computer that runs nothing else.
struct Check {
  let path: String
  private let thresholds: Thresholds

  init(_ path: String) throws {
    self.path = path
    thresholds = try Thresholds(contentsOf: path)
  }

  /// Prints every breach. Returns whether there is none.
  func passes(_ results: [ScenarioResult]) -> Bool {
    let breaches = results.flatMap(thresholds.breaches)
    for breach in breaches { print("BREACH \(breach.subject): \(breach.detail)") }
    print("\(path): \(thresholds.count(in: results)) thresholds checked, \(breaches.count) exceeded")
    return breaches.isEmpty
  }
}
