import Foundation

/// How many different orders of steps have run, and about how many there are.
///
/// A random walk takes each branch of a choice with the same probability, so the product of the numbers of candidates
/// along one walk is the number of all orders, on average over many walks (Knuth, 1975).
struct OrderCount: Equatable, Sendable {
  private var seen: Set<UInt64> = []
  private var walks = 0
  /// The sum of the products is `scaled` times e to the power of `scale`: a product may be larger than any `Double`.
  private var scale = 0.0
  private var scaled = 0.0
  private var isCut = false

  /// How many walks an estimate needs.
  static let fewestWalks = 50

  /// How many different orders have run.
  var seenCount: Int { seen.count }

  /// About how many orders there are; nil if there were too few walks, or a limit cut one. It may be infinite.
  var estimate: Double? {
    guard walks >= Self.fewestWalks, !isCut else { return nil }
    return max(Double(seen.count), exp(scale + log(scaled / Double(walks))))
  }

  mutating func add(_ trace: Trace, isWalk: Bool) {
    seen.insert(trace.fingerprint)
    if trace.isCut { isCut = true }
    guard isWalk else { return }
    walks += 1
    let product = trace.choices.reduce(0) { $0 + log(Double($1.count)) }
    if product > scale { (scale, scaled) = (product, scaled * exp(scale - product)) }
    scaled += exp(product - scale)
  }

  /// A number in words: `1200`, or `3 × 10^9`.
  static func text(_ number: Double) -> String {
    guard number.isFinite else { return "more than 10^300" }
    guard number >= 1e6 else {
      // Two digits are known at best.
      let unit = pow(10, max(0, floor(log10(max(1, number))) - 1))
      return "\(Int((number / unit).rounded() * unit))"
    }
    // Rounded first: 9.6 million are 1 × 10^7.
    let exponent = floor(log10(number / 0.95))
    return "\(Int((number / pow(10, exponent)).rounded())) × 10^\(Int(exponent))"
  }
}
