/// The text of one scenario: a line for each implementation.
struct Table {
  let text: String

  init(_ result: ScenarioResult) {
    let scenario = result.scenario
    let head = "\(scenario.name) — \(scenario.about); \(scenario.unit.rawValue), \(result.plan.rounds) rounds"
    var lines = [head] + Self.aligned([Self.columns] + result.candidates.map { Self.row($0, in: result) })
    if let companion = result.companion { lines += ["", Self.line(companion)] }
    text = lines.joined(separator: "\n") + "\n"
  }

  private static let columns = ["", "p50", "p90", "p99", "p99.9", "max", "ours÷this p50", "p99", "samples", ""]

  private static func row(_ candidate: CandidateResult, in result: ScenarioResult) -> [String] {
    if case .unable(let reason) = candidate.candidate.ability { return [candidate.name, reason] }
    let all = candidate.all
    let figures = [all.p50, all.p90, all.p99, all.p999, all.max].map(NumberText.figure)
    let ratio = result.ratio(against: candidate)
    let ratios = [ratio?.p50, ratio?.p99].map { $0.map(NumberText.ratio) ?? "" }
    return [candidate.name] + figures + ratios + [NumberText.grouped(all.count), remarks(candidate, in: result)]
  }

  private static func remarks(_ candidate: CandidateResult, in result: ScenarioResult) -> String {
    var remarks: [String] = []
    if let size = candidate.candidate.reducedSize { remarks.append("only \(NumberText.grouped(size)), so no ratio") }
    let isSlow = candidate.all.count < result.plan.rounds * result.plan.samplesPerRound
    if isSlow { remarks.append("slow, so fewer samples") }
    if let remark = candidate.candidate.remark { remarks.append(remark) }
    return remarks.joined(separator: "; ")
  }

  /// Aligns the first column to the left and figures to the right. A cell that stands alone or last is not padded.
  private static func aligned(_ rows: [[String]]) -> [String] {
    let full = rows.filter { $0.count == columns.count }
    let widths = columns.indices.map { column in full.map { $0[column].count }.max() ?? 0 }
    let nameWidth = rows.map { $0[0].count }.max() ?? 0
    return rows.map { row in
      var line = "  " + row[0] + spaces(nameWidth - row[0].count)
      for (column, cell) in row.enumerated().dropFirst() {
        let isText = row.count < columns.count || column == columns.count - 1
        line += "  " + (isText ? "" : spaces(widths[column] - cell.count)) + cell
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  private static func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }

  private static func line(_ companion: ScenarioResult) -> String {
    let figures = companion.candidates.filter { $0.all.count > 0 }.map { candidate in
      "\(candidate.name) \(NumberText.grouped(Int(candidate.all.max)))"
    }
    return "  \(companion.scenario.name) (\(companion.scenario.unit.rawValue)): " + figures.joined(separator: ", ")
  }
}
