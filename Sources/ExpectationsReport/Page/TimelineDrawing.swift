/// Draws a timeline: a bar for each wait from its beginning to its end, and a line at its limit.
struct TimelineDrawing {
  private let timeline: Timeline
  private let waits: [LedgerEntry]
  private let late: [LedgerEntry]
  /// The time at the left edge, and how much there is to the right edge.
  private let start: Double
  private let span: Double

  private static let left = 310.0
  private static let width = 620.0
  private static let row = 22.0
  private static let top = 8.0

  /// - Parameter span: The least time that the drawing shows, so that drawings of several runs have one scale.
  init(_ timeline: Timeline, span: Double = 0) {
    self.timeline = timeline
    waits = timeline.entries.filter(\.isWait).sorted { ($0.began ?? 0) < ($1.began ?? 0) }
    late = timeline.entries.filter { $0.kind == LedgerEntry.late }
    start = timeline.start
    self.span = max(span, timeline.span, 0.001)
  }

  var svg: String {
    var drawing = SVG()
    let bottom = Self.top + Double(waits.count) * Self.row
    drawAxis(bottom: bottom, in: &drawing)
    for (index, wait) in waits.enumerated() {
      draw(wait, y: Self.top + Double(index) * Self.row, in: &drawing)
    }
    for entry in late {
      // The wait that it missed is the last one before, at its line.
      let index = waits.lastIndex { $0.file == entry.file && $0.line == entry.line && $0.began! <= entry.began! }
      if let index { drawLate(entry, y: Self.top + (Double(index) + 0.5) * Self.row, in: &drawing) }
    }
    return drawing.part(
      width: Self.left + Self.width + 120, height: bottom + 26,
      label: "The waits of \(timeline.test) in run \(timeline.run + 1), in the order in which they began")
  }

  private func x(_ time: Double) -> Double { Self.left + (time - start) / span * Self.width }

  private func drawAxis(bottom: Double, in drawing: inout SVG) {
    for step in 0...4 {
      let time = start + span * Double(step) / 4
      drawing.line(x(time), Self.top, x(time), bottom + 4, "class=\"axis\"")
      drawing.text(TimeText.seconds(time - start), x: x(time), y: bottom + 18, "class=\"small\" text-anchor=\"middle\"")
    }
  }

  private func draw(_ wait: LedgerEntry, y: Double, in drawing: inout SVG) {
    guard let began = wait.began, let ended = wait.ended else { return }
    let kind = wait.isFailure ? "failed" : wait.outcome == LedgerEntry.completed ? "passed" : "other"
    let label = "\(wait.place) \(wait.description)"
    let limit = wait.allowed.map { began + $0 + (wait.uncounted ?? 0) }
    drawing.group(title: Self.title(wait, began: began - start)) { drawing in
      drawing.rectangle(0, y, Self.left + Self.width, Self.row, "fill=\"transparent\"")
      drawing.text(label.count > 44 ? "\(label.prefix(43))…" : label, x: 4, y: y + 15)
      drawing.rectangle(x(began), y + 5, max(2, x(ended) - x(began)), Self.row - 10, "class=\"\(kind)\"")
      if let limit, limit <= start + span {
        drawing.line(x(limit), y + 1, x(limit), y + Self.row - 1, "class=\"limit\"")
      }
      guard kind == "failed" else { return }
      drawing.text("✕ \(wait.outcome)", x: Self.left + Self.width + 10, y: y + 15, "class=\"mark\"")
    }
  }

  private func drawLate(_ entry: LedgerEntry, y: Double, in drawing: inout SVG) {
    guard let time = entry.began else { return }
    drawing.group(title: "\(entry.description) fulfilled \(TimeText.seconds(entry.used)) after the limit") {
      $0.circle(x(time), y, radius: 5, "class=\"late\"")
    }
  }

  private static func title(_ wait: LedgerEntry, began: Double) -> String {
    var lines = [
      "\(wait.file):\(wait.line) \(wait.description)", "\(wait.outcome), began at \(TimeText.seconds(began))",
      "used \(TimeText.seconds(wait.used))\(wait.allowed.map { " of \(TimeText.seconds($0))" } ?? "")",
    ]
    if let uncounted = wait.uncounted { lines.append("\(TimeText.seconds(uncounted)) besides did not count") }
    if wait.judgedByCaller == true { lines.append("the caller judges the outcome") }
    return lines.joined(separator: "\n")
  }
}
