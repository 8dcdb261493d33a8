import Foundation

/// How long a wait may take: what was asked for, scaled for the machine.
struct Timeouts: Sendable {
  /// As it was asked for or by default.
  let asked: Duration
  /// How long to wait for what is wanted.
  let limit: Nanoseconds
  /// How long what must not happen must not happen.
  let window: Nanoseconds
  /// How long the wait may take on another clock, if it is measured on one. That is not scaled: whoever controls a clock
  /// does not depend on how fast the machine is. The other two then bound the wait in real time.
  let limitOnClock: Nanoseconds?

  init(
    _ timeout: Duration?, isOnOtherClock: Bool = false, scale: Double = Self.scale,
    quietScale: Double = Self.quietScale
  ) {
    asked = timeout ?? ExpectationDefaults.timeout
    let nanoseconds = max(0, asked.saturatedNanoseconds)
    guard isOnOtherClock else {
      limit = Self.scaled(nanoseconds, by: scale)
      window = Self.scaled(nanoseconds, by: quietScale)
      limitOnClock = nil
      return
    }
    // A bound of nothing would let the wait look only once, which is what a timeout of nothing means.
    let bound = max(1_000_000, ExpectationDefaults.timeout.saturatedNanoseconds)
    limit = nanoseconds == 0 ? 0 : Self.scaled(bound, by: scale)
    window = limit
    limitOnClock = nanoseconds
  }

  /// Exactly so long in real time, and on another clock. Nothing is scaled.
  init(exactly limit: Nanoseconds, onClock limitOnClock: Nanoseconds? = nil) {
    asked = .nanoseconds(limit)
    self.limit = max(0, limit)
    window = self.limit
    self.limitOnClock = limitOnClock
  }

  private static func scaled(_ nanoseconds: Nanoseconds, by factor: Double) -> Nanoseconds {
    guard factor != 1, nanoseconds != .max else { return nanoseconds }
    let product = Double(nanoseconds) * factor
    return product < 9.2e18 ? Nanoseconds(product) : .max
  }

  static let scale = environmentScale("EXPECTATIONS_TIMEOUT_SCALE")
  static let quietScale = environmentScale("EXPECTATIONS_QUIET_SCALE")

  private static func environmentScale(_ name: String) -> Double {
    guard let text = ProcessInfo.processInfo.environment[name], !text.isEmpty else { return 1 }
    if let scale = scale(from: text) { return scale }
    StandardError.print("Expectations: \(name)=\(text) is not a positive decimal number; it is ignored.")
    return 1
  }

  /// A positive decimal number; nil for anything else, such as 0, -1, nan, inf or 0x2.
  static func scale(from text: String) -> Double? {
    guard text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
      let scale = Double(text), scale > 0, scale.isFinite
    else { return nil }
    return scale
  }
}
