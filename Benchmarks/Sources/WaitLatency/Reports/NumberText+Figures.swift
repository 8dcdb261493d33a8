import Foundation

extension NumberText {
  /// Rounds a figure to the three digits that matter.
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

  /// Formats a ratio, ours over theirs: 0.0004 says more than 0.00.
  static func ratio(_ value: Double) -> String {
    switch value {
    case ..<0.001: String(format: "%.5f", value)
    case ..<0.1: String(format: "%.4f", value)
    case ..<10: String(format: "%.2f", value)
    default: String(format: "%.1f", value)
    }
  }
}
