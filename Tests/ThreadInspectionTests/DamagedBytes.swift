import TestSupport

extension [UInt8] {
  /// These bytes with a few of them changed, and sometimes without the end.
  func damaged(_ random: inout SplitMix) -> [UInt8] {
    var bytes = self
    for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
      let extremes: [UInt8] = [0, 1, 0x7f, 0x80, 0xff, UInt8.random(in: 0...255, using: &random)]
      bytes[Int.random(in: 0..<bytes.count, using: &random)] = extremes.randomElement(using: &random) ?? 0
    }
    if Bool.random(using: &random) { bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random))) }
    return bytes
  }
}
