import Foundation

/// Formats times for readers.
enum TimeText {
  /// `5.001 s`
  static func seconds(_ value: Double) -> String { String(format: "%.3f s", value) }
}
