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

  /// The fulfillments that are kept, in order.
  var kept: [Fulfillment] { Array(first) + latest[oldest...] + latest[..<oldest] }
}
