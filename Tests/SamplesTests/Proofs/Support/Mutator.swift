import Foundation
import TestSupport

/// Makes text that is nearly JSON: valid texts with bytes changed, removed, repeated, and swapped, pieces of one text
/// in another, and extreme numbers and strings.
struct Mutator {
  private let seeds: [[UInt8]]
  private var random: SplitMix

  private static let pieces: [[UInt8]] =
    [
      "null", "true", "-0", "1e999", "-1e-999", "9223372036854775808", "-9223372036854775809", "0.1e1", "01", "\"\"",
      "\"\\ud800\"", "\"\\u0000\"", "\"\\", "{}", "[]", "[[[[[[[[", "{\"\":", ",", ":", "}", "]", "\"", "\u{feff}",
      "//", "NaN",
    ].map { Array($0.utf8) } + [[0], [0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80]]

  init(_ seeds: [String], random: SplitMix) {
    self.seeds = seeds.map { Array($0.utf8) }
    self.random = random
  }

  mutating func next() -> Data {
    var text = seeds[below(seeds.count)]
    for _ in 0...below(3) { mutate(&text) }
    return Data(text)
  }

  private mutating func mutate(_ text: inout [UInt8]) {
    let place = below(text.count + 1)
    let end = min(text.count, place + 1 + below(8))
    switch below(8) {
    case 0: text.removeSubrange(place...)
    case 1: text.removeSubrange(place..<end)
    case 2: text.insert(contentsOf: text[place..<end], at: place)
    case 3 where place < text.count: text[place] ^= 1 << UInt8(below(8))
    case 4 where place < text.count: text[place] = UInt8(below(256))
    case 5: text.replaceSubrange(place..<end, with: Self.pieces[below(Self.pieces.count)])
    case 6:
      let other = seeds[below(seeds.count)]
      text.replaceSubrange(place..., with: other[min(place, other.count)...])
    default: text.insert(contentsOf: Self.pieces[below(Self.pieces.count)], at: place)
    }
  }

  /// Faster than the standard library's function in an unoptimized build. The slightly uneven distribution does not
  /// matter here.
  private mutating func below(_ limit: Int) -> Int {
    Int(truncatingIfNeeded: (random.next() >> 33) % UInt64(max(1, limit)))
  }
}
