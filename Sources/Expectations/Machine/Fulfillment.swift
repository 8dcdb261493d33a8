/// One fulfillment in the state machine: its instant and its place.
struct Fulfillment: Hashable, Sendable {
  /// The instant of the event. No two events share an instant, so instants also show their order.
  var instant: MonotonicInstant
  var place: FulfillmentPlace
  /// Whether the fulfillment delivered an error instead of a value.
  var isError: Bool
}

/// The fulfillments of one expectation in order, with bounded memory even for a million fulfillments.
///
/// It keeps all fulfillments up to twice `limit`. Beyond that, it keeps the first and the latest `limit`.
struct FulfillmentHistory: Hashable, Sendable {
  private static var limit: Int { 64 }

  private var first: TinyArray<Fulfillment> = TinyArray()
  private var latest: [Fulfillment] = []
  private var oldest = 0
  private(set) var omitted = 0

  var last: Fulfillment? {
    guard !latest.isEmpty else { return first.last }
    return latest[(oldest + latest.count - 1) % latest.count]
  }

  mutating func append(_ fulfillment: Fulfillment) {
    if first.count < Self.limit {
      first.append(fulfillment)
    } else if latest.count < Self.limit {
      latest.append(fulfillment)
    } else {
      latest[oldest] = fulfillment
      oldest = (oldest + 1) % Self.limit
      omitted += 1
    }
  }

  /// The fulfillment of a number, counted from 1, or the last one before it that is kept.
  func nearest(to number: Int) -> Fulfillment? {
    let index = number <= Self.limit ? number - 1 : max(Self.limit, number - omitted) - 1
    return kept.indices.contains(index) ? kept[index] : last
  }

  /// The fulfillments that are kept, in order.
  var kept: [Fulfillment] { Array(first) + latest[oldest...] + latest[..<oldest] }
}

/// The place and time of an event: its line, when known, its thread or queue, and its real instant.
struct FulfillmentPlace: Hashable, Sendable {
  /// The line of the call; nil for a call of a handler, which has no line.
  var site: CallSite?
  var thread: ThreadLabel
  /// The real instant. The machine also stores the instant on the fair clock, which decides.
  var time = MonotonicInstant.never
}

extension FulfillmentPlace: CustomStringConvertible {
  var description: String { site.map { "\($0), \(thread)" } ?? "\(thread)" }
}

/// How many fulfillments an expectation needs and allows: at least `lower`, at most `upper`.
struct FulfillmentBounds: Hashable, Sendable {
  let lower: Int
  /// The upper limit; `Int.max` when there is none.
  let upper: Int
  private let boxedDefect: Boxed<String>

  private init(lower: Int, upper: Int, defect: String? = nil) {
    self.lower = lower
    self.upper = upper
    boxedDefect = Boxed(defect)
  }

  /// Requires exactly `count` fulfillments.
  init(exactly count: Int) {
    self.init(from: count, through: count, writtenAs: "\(count)")
  }

  /// Requires a number of fulfillments in `range`.
  ///
  /// Ranges whose own arithmetic traps at `Int.max` have separate cases here.
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

  /// Why no number of fulfillments can meet the bounds; nil for valid bounds.
  var defect: String? { boxedDefect.value }

  /// Whether a wait lasts for its whole window, because only the end shows that nothing happened.
  var isInverted: Bool { lower == 0 }
}

extension FulfillmentBounds: CustomStringConvertible {
  /// A readable form: `1`, `at least 2`, `1 to 3`, `none`.
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
