/// Some of the times of a wait, spread evenly over all of them: a bounded number of values.
struct TimeSample {
  private(set) var count = 0
  private(set) var minimum = Double.infinity
  private(set) var maximum = -Double.infinity
  private var kept: [Double] = []
  /// Every how many values one is kept.
  private var step = 1

  static let limit = 64

  mutating func add(_ value: Double) {
    minimum = min(minimum, value)
    maximum = max(maximum, value)
    if count.isMultiple(of: step) {
      if kept.count == Self.limit {
        kept = stride(from: 0, to: kept.count, by: 2).map { kept[$0] }
        step *= 2
      }
      if count.isMultiple(of: step) { kept.append(value) }
    }
    count += 1
  }

  /// The value below which this share of the kept ones lies; nil without values.
  func quantile(_ share: Double) -> Double? {
    guard !kept.isEmpty else { return nil }
    let sorted = kept.sorted()
    let position = share * Double(sorted.count - 1)
    let (lower, upper) = (Int(position), min(Int(position) + 1, sorted.count - 1))
    return sorted[lower] + (sorted[upper] - sorted[lower]) * (position - Double(lower))
  }

  var median: Double? { quantile(0.5) }
}

extension TimeSample {
  /// How sure it is that times became longer.
  enum Slowdown {
    case clear
    /// There are too few times to see how much they vary.
    case ofFewTimes
  }

  /// The least number of times whose middle half says how much they vary.
  static let enough = 5

  /// Whether these times are longer than others, by more than they vary.
  ///
  /// With enough times in both samples: the median is 1.5 times as long, and 20 ms longer, and the middle halves of the
  /// times do not overlap. Otherwise: twice as long, and 0.2 s longer, and every time is longer than all the others. A
  /// busy computer delays a single wait by 0.1 s.
  func slowdown(since other: TimeSample) -> Slowdown? {
    guard let before = other.median, let now = median else { return nil }
    guard min(count, other.count) >= Self.enough else {
      return now >= 2 * before && now >= before + 0.2 && minimum > other.maximum ? .ofFewTimes : nil
    }
    let isApart = quantile(0.25)! > other.quantile(0.75)!
    return now >= 1.5 * before && now >= before + 0.02 && isApart ? .clear : nil
  }
}
