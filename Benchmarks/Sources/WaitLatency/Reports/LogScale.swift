import Foundation

/// Maps times, in seconds, to positions on a logarithmic axis.
struct LogScale {
  let decades: ClosedRange<Int>
  let start: Double
  let length: Double

  /// An axis with whole powers of ten at its ends, wide enough for all values.
  init(fitting values: [Double], start: Double, length: Double) {
    let exponents = values.filter { $0 > 0 }.map { log10($0) }
    let low = Int((exponents.min() ?? -6).rounded(.down))
    let high = Int((exponents.max() ?? -3).rounded(.up))
    decades = low...max(high, low + 1)
    self.start = start
    self.length = length
  }

  func position(_ value: Double) -> Double {
    start + length * (log10(value) - Double(decades.lowerBound)) / Double(decades.count - 1)
  }

  /// The powers of ten with their labels.
  var ticks: [(position: Double, label: String)] {
    decades.map { exponent in
      (position(pow(10, Double(exponent))), Self.label(exponent))
    }
  }

  private static func label(_ exponent: Int) -> String {
    let units = [(-9, "ns"), (-6, "µs"), (-3, "ms"), (0, "s")]
    guard let unit = units.last(where: { $0.0 <= exponent }) else { return "1e\(exponent) s" }
    let factor = [1, 10, 100].dropFirst(exponent - unit.0).first ?? 1000
    return "\(factor) \(unit.1)"
  }
}
