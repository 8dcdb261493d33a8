/// Numbers that are the same in every run.
struct Random: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 &+ 1 }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    let mixed = (state ^ (state >> 33)) &* 0xff51_afd7_ed55_8ccd
    return mixed ^ (mixed >> 29)
  }
}

extension [UInt8] {
  /// These bytes with a few of them changed, and sometimes without the end.
  func damaged(_ random: inout Random) -> [UInt8] {
    var bytes = self
    for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
      let extremes: [UInt8] = [0, 1, 0x7f, 0x80, 0xff, UInt8.random(in: 0...255, using: &random)]
      bytes[Int.random(in: 0..<bytes.count, using: &random)] = extremes.randomElement(using: &random) ?? 0
    }
    if Bool.random(using: &random) { bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random))) }
    return bytes
  }
}
