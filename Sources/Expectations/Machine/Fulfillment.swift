/// One fulfillment as the state machine sees it: when it happened, and where, in a form that is the caller's own.
struct Fulfillment<Place> {
  /// The instant of its transition. No two transitions share one, so instants also tell the order.
  var instant: Instant
  var place: Place
  /// Whether it delivered an error instead of a value.
  var isError: Bool
}

extension Fulfillment: Equatable where Place: Equatable {}
extension Fulfillment: Hashable where Place: Hashable {}
extension Fulfillment: Sendable where Place: Sendable {}

/// The fulfillments of one expectation in order, bounded: a million of them must not cost a million records.
///
/// All are kept up to twice `limit`; beyond that, the first and the latest `limit`.
struct FulfillmentHistory<Place> {
  private static var limit: Int { 64 }

  private var first: TinyArray<Fulfillment<Place>> = TinyArray()
  private var latest: [Fulfillment<Place>] = []
  private var oldest = 0
  private(set) var omitted = 0

  var last: Fulfillment<Place>? {
    guard !latest.isEmpty else { return first.last }
    return latest[(oldest + latest.count - 1) % latest.count]
  }

  mutating func append(_ fulfillment: Fulfillment<Place>) {
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

  /// The fulfillments that were kept, in order.
  var kept: [Fulfillment<Place>] { Array(first) + latest[oldest...] + latest[..<oldest] }
}

extension FulfillmentHistory: Equatable where Place: Equatable {}
extension FulfillmentHistory: Hashable where Place: Hashable {}
extension FulfillmentHistory: Sendable where Place: Sendable {}
