import Foundation

/// Draws the distributions of the latencies as SVG: a panel for each scenario, a histogram for each implementation.
func plot(_ results: [ScenarioResult], _ headline: String) -> String {
  let shown = results.filter { $0.scenario.unit == "µs" }
  var body = Plot.text(20, 24, headline.replacingOccurrences(of: "&", with: "&amp;"), "")
  body += Plot.text(20, 42, "height: share of the samples; black: p50, and its figure at the right; red: p99", "")
  var top = 70.0
  for result in shown {
    body += Plot.panel(result, top)
    top += Double(result.lines.count) * Plot.rowHeight + 60
  }
  return """
    <svg xmlns="http://www.w3.org/2000/svg" width="860" height="\(top)" font-family="Helvetica, Arial, sans-serif" \
    font-size="11" fill="#222">
    <rect width="100%" height="100%" fill="white"/>
    \(body)</svg>

    """
}

/// The elements of a drawing. All panels have the same axis of eight decades, from 10 ns to 1 s.
private enum Plot {
  static let rowHeight = 28.0
  private static let (left, decade) = (150.0, 78.0)
  private static let binsPerDecade = 16
  private static let ticks = ["10 ns", "100 ns", "1 µs", "10 µs", "100 µs", "1 ms", "10 ms", "100 ms", "1 s"]

  static func panel(_ result: ScenarioResult, _ top: Double) -> String {
    var body = text(20, top, result.scenario.name, "font-size='14' font-weight='bold'")
    let bottom = top + 6 + Double(result.lines.count) * rowHeight
    for (index, tick) in ticks.enumerated() {
      let x = left + Double(index) * decade
      body += line(x, top + 6, bottom, "#ddd") + text(x, bottom + 14, tick, "text-anchor='middle' fill='#666'")
    }
    for (index, row) in result.lines.enumerated() {
      let base = top + 6 + Double(index + 1) * rowHeight
      let color = row.name == Candidate.ours ? "#d9480f" : "#4263a8"
      body += text(left - 8, base - 6, row.name, "text-anchor='end'")
      body += "<polygon points='\(outline(row.sorted, base))' fill='\(color)' fill-opacity='0.6' stroke='\(color)'/>\n"
      body += line(position(row.p99), base - 10, base, "#c22") + line(position(row.p50), base - 22, base, "black")
      body += text(left + 8 * decade + 10, base - 6, "\(figure(row.p50)) µs", "")
    }
    return body
  }

  static func text(_ x: Double, _ y: Double, _ text: String, _ style: String) -> String {
    "<text x='\(x)' y='\(y)' \(style)>\(text)</text>\n"
  }

  private static func line(_ x: Double, _ top: Double, _ bottom: Double, _ color: String) -> String {
    "<line x1='\(x)' y1='\(top)' x2='\(x)' y2='\(bottom)' stroke='\(color)' stroke-width='1.5'/>\n"
  }

  /// The place of a time on the axis.
  private static func position(_ microseconds: Double) -> Double {
    left + min(max(log10(microseconds) + 2, 0), 8) * decade
  }

  /// The samples in bins of equal width on the axis. The fullest bin has the height of the row.
  private static func outline(_ samples: [Double], _ base: Double) -> String {
    let width = decade / Double(binsPerDecade)
    let bins = Dictionary(grouping: samples) { Int((position($0) - left) / width) }.mapValues(\.count)
    let fullest = Double(bins.values.max() ?? 1)
    return bins.sorted { $0.key < $1.key }.map { bin, count in
      let (x, y) = (left + Double(bin) * width, base - 22 * Double(count) / fullest)
      return "\(x),\(base) \(x),\(y) \(x + width),\(y) \(x + width),\(base)"
    }.joined(separator: " ")
  }
}
