/// The samples of one implementation, sorted by size.
struct Distribution: Sendable {
  let sorted: [Double]

  init(_ samples: [Double]) {
    sorted = samples.sorted()
  }

  var count: Int { sorted.count }
  var p50: Double { percentile(0.5) }
  var p90: Double { percentile(0.9) }
  var p99: Double { percentile(0.99) }
  var p999: Double { percentile(0.999) }
  var max: Double { sorted.last ?? .nan }

  /// The smallest sample that is not exceeded by the given share of the samples (nearest rank).
  func percentile(_ share: Double) -> Double {
    guard !sorted.isEmpty else { return .nan }
    let rank = Int((share * Double(count)).rounded(.up))
    return sorted[Swift.min(Swift.max(rank, 1), count) - 1]
  }

  /// The middle value, or the mean of the middle two.
  static func median(_ values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}
