/// How many fulfillments an expectation wants: at least `lower`, at most `upper`.
struct FulfillmentBounds: Hashable, Sendable {
  let lower: Int
  /// `Int.max` when there is no upper limit.
  let upper: Int
  private let boxedDefect: Boxed<String>

  private init(lower: Int, upper: Int, defect: String? = nil) {
    self.lower = lower
    self.upper = upper
    boxedDefect = Boxed(defect)
  }

  /// Exactly `count` times.
  init(exactly count: Int) {
    self.init(from: count, through: count, writtenAs: "\(count)")
  }

  /// As often as `range` allows. The ranges whose own arithmetic traps at `Int.max` are taken apart here.
  init(_ range: some RangeExpression<Int>) {
    switch range {
    case let range as ClosedRange<Int>:
      self.init(from: range.lowerBound, through: range.upperBound, writtenAs: "\(range)")
    case let range as PartialRangeFrom<Int>:
      self.init(from: range.lowerBound, through: .max, writtenAs: "\(range.lowerBound)...")
    case let range as PartialRangeThrough<Int>:
      self.init(from: 0, through: range.upperBound, writtenAs: "...\(range.upperBound)")
    case let range as PartialRangeUpTo<Int>:
      self.init(from: 0, upTo: range.upperBound, writtenAs: "..<\(range.upperBound)")
    default:
      let relative = range.relative(to: 0..<Int.max)
      self.init(from: relative.lowerBound, upTo: relative.upperBound, writtenAs: "\(range)")
    }
  }

  private init(from lower: Int, upTo end: Int, writtenAs source: @autoclosure () -> String) {
    guard end > .min else {
      self.init(from: lower, through: .min, writtenAs: source())
      return
    }
    self.init(from: lower, through: end - 1, writtenAs: source())
  }

  private init(from lower: Int, through upper: Int, writtenAs source: @autoclosure () -> String) {
    if lower < 0 {
      self.init(lower: 1, upper: .max, defect: "count \(source()) is negative")
    } else if upper < lower {
      self.init(lower: 1, upper: .max, defect: "count \(source()) is an empty range")
    } else {
      self.init(lower: lower, upper: upper)
    }
  }

  /// Why the bounds cannot be met, when they cannot.
  var defect: String? { boxedDefect.value }

  /// Whether a wait lasts its whole window, because only its end shows that nothing happened.
  var isInverted: Bool { lower == 0 }
}

extension FulfillmentBounds: CustomStringConvertible {
  /// As a person says it: `1`, `at least 2`, `1 to 3`, `none`.
  var description: String {
    switch (lower, upper) {
    case (0, 0): "none"
    case (0, .max): "any number"
    case (0, _): "at most \(upper)"
    case (_, .max): "at least \(lower)"
    case _ where lower == upper: "\(lower)"
    default: "\(lower) to \(upper)"
    }
  }
}
