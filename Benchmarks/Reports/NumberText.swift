import Foundation

/// Formats numbers for people: with three significant digits.
enum NumberText {
  static func figure(_ value: Double) -> String {
    guard value.isFinite else { return "–" }
    switch abs(value) {
    case 0: return "0"
    case ..<1: return String(format: "%.3f", value)
    case ..<10: return String(format: "%.2f", value)
    case ..<100: return String(format: "%.1f", value)
    default: return grouped(Int(value.rounded()))
    }
  }

  /// Formats a ratio: 0.0004 says more than 0.00.
  static func ratio(_ value: Double) -> String {
    switch value {
    case ..<0.001: String(format: "%.5f", value)
    case ..<0.1: String(format: "%.4f", value)
    case ..<10: String(format: "%.2f", value)
    default: String(format: "%.1f", value)
    }
  }

  /// Formats an integer as 12,345 in every locale.
  static func grouped(_ value: Int) -> String {
    let digits = Array(String(abs(value)))
    var text = value < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return text
  }
}
