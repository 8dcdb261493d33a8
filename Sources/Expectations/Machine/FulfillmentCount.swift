/// How many fulfillments an expectation needs and allows: at least `lower`, at most `upper`.
struct FulfillmentCount: Hashable, Sendable {
  let lower: Int
  /// The upper limit; `Int.max` when there is none.
  let upper: Int
  /// Whether a number of fulfillments can meet it. ``defect(of:)`` says why not.
  let isPossible: Bool

  init(from lower: Int, through upper: Int) {
    isPossible = lower >= 0 && upper >= lower
    self.lower = isPossible ? lower : 1
    self.upper = isPossible ? upper : .max
  }

  /// Requires exactly `count` fulfillments.
  init(exactly count: Int) { self.init(from: count, through: count) }

  /// Requires a number of fulfillments in `range`. The ranges of the standard library have separate cases, because
  /// `relative(to:)` traps for some of them.
  init(_ range: some RangeExpression<Int>) {
    switch range {
    case let range as ClosedRange<Int>: self.init(from: range.lowerBound, through: range.upperBound)
    case let range as PartialRangeFrom<Int>: self.init(from: range.lowerBound, through: .max)
    case let range as Range<Int>:
      self.init(from: range.lowerBound, through: range.isEmpty ? -1 : range.upperBound - 1)
    case let range as PartialRangeUpTo<Int>: self.init(from: 0, through: max(range.upperBound, 0) - 1)
    case let range as PartialRangeThrough<Int>: self.init(from: 0, through: range.upperBound)
    default:
      let relative = range.relative(to: 0..<Int.max)
      self.init(from: relative.lowerBound, through: relative.isEmpty ? -1 : relative.upperBound - 1)
    }
  }

  /// Says, for a failure text, why no number of fulfillments can meet the count that a test wrote.
  static func defect(of count: Any) -> String {
    switch count {
    case let count as Int: "count \(count) is negative"
    case let range as ClosedRange<Int>: "count \(range) is negative"
    case let range as PartialRangeFrom<Int>: "count \(range.lowerBound)... is negative"
    case let range as Range<Int> where !range.isEmpty: "count \(range) is negative"
    default: "count \(count) is an empty range"
    }
  }

  /// Whether a wait lasts for its whole window, because only the end shows that nothing happened.
  var isInverted: Bool { lower == 0 }
}

/// One fulfillment: when and where it happened.
struct Fulfillment: Hashable, Sendable {
  /// The instants of the event. No two events share a fair instant, so fair instants also show the order.
  var time = Moment.never
  /// The line of the call; nil for a call of a handler, which has no line.
  var site: CallSite?
  var thread: ThreadLabel
  /// Whether the fulfillment delivered an error instead of a value.
  var isError: Bool
}

extension Fulfillment: CustomStringConvertible {
  var description: String { site.map { "\($0), \(thread)" } ?? "\(thread)" }
}

/// The fulfillments of one expectation in order, with bounded memory even for a million fulfillments.
///
/// It keeps all fulfillments up to twice `limit`. Beyond that, it keeps the first and the latest `limit`.
struct FulfillmentHistory: Hashable, Sendable {
  private static var limit: Int { 64 }

  /// The first ones, and after `limit` of them the latest, of which a new one takes the place of the oldest.
  private var all: [Fulfillment] = []
  /// The position of the oldest among the latest.
  private var oldest = 0

  var last: Fulfillment? { oldest == 0 ? all.last : all[Self.limit + oldest - 1] }

  mutating func append(_ fulfillment: Fulfillment) {
    if all.count < 2 * Self.limit {
      all.append(fulfillment)
    } else {
      all[Self.limit + oldest] = fulfillment
      oldest = (oldest + 1) % Self.limit
    }
  }

  /// Calls `body` for as many fulfillments as there were. The last of the first ones stands for each that is not kept.
  func replay(count: Int, _ body: (Fulfillment) -> Void) {
    let first = all.prefix(Self.limit)
    first.forEach(body)
    if let last = first.last { for _ in all.count..<max(count, all.count) { body(last) } }
    kept.dropFirst(first.count).forEach(body)
  }

  /// The fulfillments that are kept, in order.
  var kept: [Fulfillment] {
    let latest = all.dropFirst(Self.limit)
    return Array(all.prefix(Self.limit)) + Array(latest.dropFirst(oldest)) + Array(latest.prefix(oldest))
  }
}
