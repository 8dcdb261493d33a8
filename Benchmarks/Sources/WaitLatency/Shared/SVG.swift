import Foundation

/// Writes the elements of a drawing.
struct SVG {
  private var elements: [String] = []

  mutating func text(_ text: String, x: Double, y: Double, _ style: String = "") {
    elements.append("<text x=\"\(n(x))\" y=\"\(n(y))\" \(style)>\(escaped(text))</text>")
  }

  mutating func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ style: String) {
    elements.append("<line x1=\"\(n(x1))\" y1=\"\(n(y1))\" x2=\"\(n(x2))\" y2=\"\(n(y2))\" \(style)/>")
  }

  mutating func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ style: String) {
    elements.append("<rect x=\"\(n(x))\" y=\"\(n(y))\" width=\"\(n(width))\" height=\"\(n(height))\" \(style)/>")
  }

  mutating func circle(_ x: Double, _ y: Double, radius: Double, _ style: String) {
    elements.append("<circle cx=\"\(n(x))\" cy=\"\(n(y))\" r=\"\(n(radius))\" \(style)/>")
  }

  mutating func polygon(_ points: [(x: Double, y: Double)], _ style: String) {
    let list = points.map { "\(n($0.x)),\(n($0.y))" }.joined(separator: " ")
    elements.append("<polygon points=\"\(list)\" \(style)/>")
  }

  func document(width: Double, height: Double) -> String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" width="\(n(width))" height="\(n(height))" \
    viewBox="0 0 \(n(width)) \(n(height))" font-family="Helvetica, Arial, 'DejaVu Sans', sans-serif" font-size="11" fill="#222">
    <rect width="100%" height="100%" fill="white"/>
    \(elements.joined(separator: "\n"))
    </svg>

    """
  }

  private func n(_ value: Double) -> String { String(format: "%.1f", value) }

  private func escaped(_ text: String) -> String { MarkupText.escaped(text) }
}
