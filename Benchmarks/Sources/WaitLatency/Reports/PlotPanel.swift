import Foundation

/// The panel of one scenario.
struct PlotPanel {
  let result: ScenarioResult
  let left: Double
  let top: Double

  static let oursColor = "#d9480f"
  static let theirsColor = "#4263a8"

  private static let rowHeight = 30.0
  private static let labelWidth = 128.0
  private static let figureWidth = 62.0
  private static let binsPerDecade = 16

  static func height(of result: ScenarioResult) -> Double {
    Double(measured(result).count) * rowHeight + 78
  }

  private static func measured(_ result: ScenarioResult) -> [CandidateResult] {
    result.candidates.filter { $0.all.count > 0 }
  }

  func draw(in drawing: inout SVG) {
    let rows = Self.measured(result)
    let seconds = result.scenario.unit.seconds ?? 1
    let ends = rows.flatMap { [$0.all.sorted[0], $0.all.max] }.map { $0 * seconds }
    let start = left + Self.labelWidth
    let length = Plot.Layout.panelWidth - Self.labelWidth - Self.figureWidth - 24
    let scale = LogScale(fitting: ends, start: start, length: length)
    let bottom = top + 26 + Double(rows.count) * Self.rowHeight
    drawing.text(result.scenario.name, x: left, y: top + 12, "font-size=\"14\" font-weight=\"bold\"")
    drawAxis(scale, bottom: bottom, in: &drawing)
    for (index, row) in rows.enumerated() {
      let base = top + 26 + Double(index + 1) * Self.rowHeight
      draw(row, in: &drawing, scale, seconds: seconds, base: base)
    }
  }

  private func drawAxis(_ scale: LogScale, bottom: Double, in drawing: inout SVG) {
    for tick in scale.ticks {
      drawing.line(tick.position, top + 22, tick.position, bottom, "stroke=\"#e3e3e3\"")
      drawing.text(tick.label, x: tick.position, y: bottom + 14, "text-anchor=\"middle\" fill=\"#666\" font-size=\"9\"")
    }
    drawing.line(scale.start, bottom, scale.start + scale.length, bottom, "stroke=\"#888\"")
    drawing.text(
      "time of one wait, log scale", x: scale.start + scale.length / 2, y: bottom + 28,
      "text-anchor=\"middle\" fill=\"#666\" font-size=\"10\"")
  }

  private func draw(
    _ row: CandidateResult, in drawing: inout SVG, _ scale: LogScale, seconds: Double, base: Double
  ) {
    let isOurs = row.name == Candidate.ours
    let color = isOurs ? Self.oursColor : Self.theirsColor
    let labelStyle = "text-anchor=\"end\"" + (isOurs ? " font-weight=\"bold\"" : "")
    drawing.text(row.name, x: scale.start - 8, y: base - 6, labelStyle)
    let outline = outline(row.all, scale, seconds: seconds, base: base)
    drawing.polygon(outline, "fill=\"\(color)\" fill-opacity=\"0.55\" stroke=\"\(color)\"")
    let median = scale.position(row.all.p50 * seconds)
    drawing.line(median, base, median, base - Self.rowHeight + 6, "stroke=\"black\" stroke-width=\"2\"")
    let tail = scale.position(row.all.p99 * seconds)
    drawing.line(tail, base, tail, base - 10, "stroke=\"#c22\" stroke-width=\"1.5\"")
    drawing.circle(scale.position(row.all.max * seconds), base - 3, radius: 2.5, "fill=\"none\" stroke=\"#c22\"")
    let figure = "\(NumberText.figure(row.all.p50)) \(result.scenario.unit.rawValue)"
    drawing.text(figure, x: scale.start + scale.length + 10, y: base - 6, isOurs ? "font-weight=\"bold\"" : "")
  }

  /// The samples in bins of equal width on the axis. The fullest bin has the height of the row.
  private func outline(
    _ all: Distribution, _ scale: LogScale, seconds: Double, base: Double
  ) -> [(x: Double, y: Double)] {
    let decades = scale.decades.count - 1
    var bins = [Int](repeating: 0, count: decades * Self.binsPerDecade)
    let width = scale.length / Double(bins.count)
    for sample in all.sorted where sample > 0 {
      let bin = Int((scale.position(sample * seconds) - scale.start) / width)
      bins[min(max(bin, 0), bins.count - 1)] += 1
    }
    let fullest = Double(bins.max() ?? 1)
    var points = [(x: scale.start, y: base)]
    for (bin, count) in bins.enumerated() {
      let y = base - (Self.rowHeight - 8) * Double(count) / fullest
      let x = scale.start + Double(bin) * width
      points += [(x: x, y: y), (x: x + width, y: y)]
    }
    return points + [(x: scale.start + scale.length, y: base)]
  }
}
