@testable import Expectations

/// Waiters that are only numbers, for scripts of the state machine.
private final class NumberedWaiter: Waiter {
  static let all = (0..<100).map { NumberedWaiter(number: $0) }

  let number: Int

  init(number: Int) { self.number = number }

  func grant(_ decision: Decision) {}
  func wake() {}
}

extension WaiterReference: ExpressibleByIntegerLiteral {
  init(_ number: Int) { self.init(object: NumberedWaiter.all[number]) }

  public init(integerLiteral number: Int) { self.init(number) }

  /// The number, or -1 for a waiter that is more than that.
  var number: Int { (object as? NumberedWaiter)?.number ?? -1 }
}

extension FulfillmentPlace: ExpressibleByIntegerLiteral {
  init(_ number: Int) {
    self.init(site: nil, thread: .unknown, time: MonotonicInstant(nanoseconds: Int64(number)))
  }

  public init(integerLiteral number: Int) { self.init(number) }
}
