/// A drawing of the latencies: a panel for each scenario, with a distribution for each implementation.
struct Plot {
  let svg: String

  static func canShow(_ scenario: Scenario) -> Bool {
    let families = ["resume", "immediate", "already-fulfilled", "race"]
    return families.contains { scenario.name.hasPrefix("\($0)/") }
  }

  init(_ results: [ScenarioResult], _ machine: Machine) {
    let shown = results.filter { Self.canShow($0.scenario) }
    let rows = stride(from: 0, to: shown.count, by: Layout.columns).map { start in
      Array(shown[start..<min(start + Layout.columns, shown.count)])
    }
    let width = Layout.margin * 2 + Layout.panelWidth * Double(min(shown.count, Layout.columns))
    var drawing = SVG()
    var top = Self.drawHead(machine, in: &drawing)
    for row in rows {
      let height = row.map(PlotPanel.height).max() ?? 0
      for (column, result) in row.enumerated() {
        let left = Layout.margin + Layout.panelWidth * Double(column)
        PlotPanel(result: result, left: left, top: top).draw(in: &drawing)
      }
      top += height
    }
    svg = drawing.document(width: max(width, Layout.minimumWidth), height: top)
  }

  enum Layout {
    static let columns = 3
    static let margin = 20.0
    static let panelWidth = 470.0
    static let minimumWidth = 860.0
  }

  /// Draws the title and the legend. Returns the position where the panels begin.
  private static func drawHead(_ machine: Machine, in drawing: inout SVG) -> Double {
    let title = "wait-latency: how long waits take"
    drawing.text(title, x: Layout.margin, y: 34, "font-size=\"20\" font-weight=\"bold\"")
    let setting = "\(machine.cpu), \(machine.cores) cores, \(machine.os), Swift \(machine.swift)"
    drawing.text(
      "\(setting), \(machine.mode) run, seed \(machine.seed)", x: Layout.margin, y: 54, "fill=\"#666\"")
    drawLegend(y: 78, in: &drawing)
    return 104
  }

  private static func drawLegend(y: Double, in drawing: inout SVG) {
    let marks = [(0.0, "this library", PlotPanel.oursColor), (110, "the others", PlotPanel.theirsColor)]
    for (offset, name, color) in marks {
      drawing.rectangle(Layout.margin + offset, y - 9, 14, 10, "fill=\"\(color)\" fill-opacity=\"0.55\"")
      drawing.text(name, x: Layout.margin + offset + 20, y: y)
    }
    let x = Layout.margin + 220
    drawing.text("height: share of the samples", x: x, y: y)
    drawing.line(x + 190, y - 11, x + 190, y + 2, "stroke=\"black\" stroke-width=\"2\"")
    drawing.text("p50, its figure at the right", x: x + 198, y: y)
    drawing.line(x + 370, y - 7, x + 370, y + 2, "stroke=\"#c22\" stroke-width=\"1.5\"")
    drawing.text("p99", x: x + 377, y: y)
    drawing.circle(x + 422, y - 4, radius: 2.5, "fill=\"none\" stroke=\"#c22\"")
    drawing.text("largest sample", x: x + 430, y: y)
  }
}
