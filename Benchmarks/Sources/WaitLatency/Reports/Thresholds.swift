import Foundation

/// The limits of a run.
struct Thresholds: Decodable {
  /// The largest allowed ratio of this library to another candidate.
  struct RatioLimit: Decodable {
    var scenario: String
    var against: String
    var p50: Double?
    var p99: Double?
  }

  /// The largest allowed median of this library, for figures that mean the same on every machine.
  struct FigureLimit: Decodable {
    var scenario: String
    var p50: Double
  }

  var ratios: [RatioLimit]
  var figures: [FigureLimit]

  init(contentsOf path: String) throws {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw UsageError("\(path) cannot be read")
    }
    do {
      self = try JSONDecoder().decode(Thresholds.self, from: data)
    } catch {
      throw UsageError("\(path) is not a file of thresholds: \(error)")
    }
    let known = Set(Catalog.figureNames)
    if let name = (ratios.map(\.scenario) + figures.map(\.scenario)).first(where: { !known.contains($0) }) {
      throw UsageError("\(path): there is no scenario \(name)")
    }
  }

  /// The number of thresholds that apply to the scenarios that ran.
  func count(in results: [ScenarioResult]) -> Int {
    let names = Set(Self.withCompanions(results).map(\.scenario.name))
    let ratioCount = ratios.filter { names.contains($0.scenario) }.map { [$0.p50, $0.p99].compactMap { $0 }.count }
    return ratioCount.reduce(0, +) + figures.count { names.contains($0.scenario) }
  }

  /// Every threshold that is exceeded or that has no figure.
  func breaches(in result: ScenarioResult) -> [Breach] {
    Self.withCompanions([result]).flatMap { result in
      ratios.filter { $0.scenario == result.scenario.name }.flatMap { $0.breaches(in: result) }
        + figures.filter { $0.scenario == result.scenario.name }.compactMap { $0.breach(in: result) }
    }
  }

  private static func withCompanions(_ results: [ScenarioResult]) -> [ScenarioResult] {
    results.flatMap { [$0] + [$0.companion].compactMap { $0 } }
  }
}

/// A threshold that was exceeded.
struct Breach {
  /// The subject, which is the same in every run.
  var subject: String
  /// The amount by which it was exceeded.
  var detail: String
}

extension Thresholds.RatioLimit {
  fileprivate func breaches(in result: ScenarioResult) -> [Breach] {
    guard let other = result.candidates.first(where: { $0.name == against }),
      let ratio = result.ratio(against: other)
    else { return [Breach(subject: "\(scenario), ratio against \(against)", detail: "there is none")] }
    return [("p50", ratio.p50, p50), ("p99", ratio.p99, p99)].compactMap { name, ratio, limit in
      guard let limit, ratio > limit else { return nil }
      let detail = "ours is \(NumberText.ratio(ratio)) × theirs, more than \(NumberText.ratio(limit)) ×"
      return Breach(subject: "\(scenario), \(name) against \(against)", detail: detail)
    }
  }
}

extension Thresholds.FigureLimit {
  fileprivate func breach(in result: ScenarioResult) -> Breach? {
    guard let ours = result.candidates.first(where: { $0.name == Candidate.ours }), ours.all.count > 0 else {
      return Breach(subject: scenario, detail: "there is no figure")
    }
    guard ours.all.p50 > p50 else { return nil }
    let unit = result.scenario.unit.rawValue
    let detail = "\(NumberText.figure(ours.all.p50)) \(unit), more than \(NumberText.figure(p50)) \(unit)"
    return Breach(subject: scenario, detail: detail)
  }
}
