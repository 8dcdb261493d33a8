/// A small generator of random numbers (SplitMix64): the same seed gives the same numbers on every platform.
package struct RandomNumbers: Equatable, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mix(state)
  }

  /// Returns a number from 0 up to, but not including, `bound`.
  package mutating func next(below bound: Int) -> Int {
    Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// Returns a number that depends on both arguments only.
  package static func hash(_ seed: UInt64, _ value: Int) -> UInt64 {
    mix(seed &+ (UInt64(bitPattern: Int64(value)) &+ 1) &* 0x9E37_79B9_7F4A_7C15)
  }

  private static func mix(_ state: UInt64) -> UInt64 {
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
