/// A drawing of a ledger: for each line of source code, the share of their time that its waits used.
struct LedgerPlot {
  let svg: String

  private static let left = 345.0
  private static let width = 560.0
  private static let rowHeight = 20.0
  private static let top = 96.0
  /// The drawing shows waits that exceed their time at the edge.
  private static let largestShare = 1.1
  private static let rows = 40

  init(_ groups: [LedgerGroup], name: String) {
    let groups = groups.prefix(Self.rows)
    let bottom = Self.top + Double(groups.count) * Self.rowHeight
    var drawing = SVG()
    drawing.text("How much of their time the waits used", x: 20, y: 34, "font-size=\"20\" font-weight=\"bold\"")
    let isCut = groups.contains { $0.count > $0.drawn.count }
    let most = isCut ? ", \(LedgerGroup.mostDrawn) at most in a line" : ""
    let title = "\(name): the \(groups.count) narrowest lines, each wait a circle\(most)"
    drawing.text(title, x: 20, y: 54, "fill=\"#666\"")
    Self.drawAxis(bottom: bottom, in: &drawing)
    for (index, group) in groups.enumerated() {
      Self.draw(group, y: Self.top + (Double(index) + 0.5) * Self.rowHeight, in: &drawing)
    }
    svg = drawing.document(width: Self.left + Self.width + 40, height: bottom + 44)
  }

  private static func x(_ share: Double) -> Double { left + width * min(share, largestShare) / largestShare }

  private static func drawAxis(bottom: Double, in drawing: inout SVG) {
    drawing.rectangle(x(0.8), top - 6, x(1) - x(0.8), bottom - top + 12, "fill=\"#fdebd0\"")
    for percent in stride(from: 0, through: 100, by: 20) {
      let x = x(Double(percent) / 100)
      drawing.line(x, top - 6, x, bottom + 6, "stroke=\"#e3e3e3\"")
      drawing.text("\(percent) %", x: x, y: bottom + 22, "text-anchor=\"middle\" fill=\"#666\"")
    }
    drawing.circle(20 + 4, 72, radius: 3, "fill=\"#4263a8\"")
    drawing.text("completed", x: 34, y: 76)
    drawing.circle(114, 72, radius: 3, "fill=\"#c22\"")
    drawing.text("failed", x: 124, y: 76)
    drawing.rectangle(180, 65, 14, 12, "fill=\"#fdebd0\"")
    drawing.text("may fail next", x: 200, y: 76)
  }

  private static func draw(_ group: LedgerGroup, y: Double, in drawing: inout SVG) {
    drawing.text(shortened("\(group.place) \(group.description)"), x: left - 10, y: y + 4, "text-anchor=\"end\"")
    drawing.line(left, y, x(group.share), y, "stroke=\"#c9d2e3\" stroke-width=\"3\"")
    for wait in group.drawn {
      let color = wait.isCompleted ? "#4263a8" : "#c22"
      drawing.circle(x(wait.share), y, radius: 3, "fill=\"\(color)\" fill-opacity=\"0.6\"")
    }
  }

  private static func shortened(_ text: String) -> String {
    text.count > 50 ? "\(text.prefix(49))…" : text
  }
}
