import Dispatch
import Expectations
import Foundation
import TestSupport
import XCTest

@testable import Samples

/// Nearly valid texts for all decoders of external data: each text yields a value or a typed error, and never a trap.
///
/// This test uses XCTest, because Swift Testing takes a backtrace of every error that is thrown, and nearly all texts
/// throw one.
final class DecoderFuzzTests: XCTestCase {
  private typealias Decoder = (seeds: [String], accepts: @Sendable (Data) -> Bool)

  private static let decoders: [Decoder] = [
    (
      [
        #"{"places":[{"title":"a","place":"b","latitude":1,"longitude":2.5,"url":"x:y","visited":true}]}"#,
        #"{"places":[{"title":"a"},null]}"#, #"{"places":[{"url":"http://[::1"}]}"#,
      ],
      { (try? PlaceList(json: $0)) != nil }
    ),
    (
      [
        #"{"content":{"pictures":[],"title":"a"},"format":"gallery","version":1}"#,
        #"{"content":{"pictures":[{"caption":"","id":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F"}],"title":""},"format":"gallery","version":1}"#,
        #"{"format":"gallery","version":2}"#,
      ],
      { (try? Gallery(data: $0)) != nil }
    ),
    (
      [#"[{"objectId":"a","n":[-2.5]}]"#, #"[]"#, #"[{"objectId":"a","x":{"y":[[null]]}}]"#],
      { (try? [Record](json: $0)) != nil }
    ),
  ]

  private static let pieces: [[UInt8]] =
    [
      "null", "true", "-0", "1e999", "-1e-999", "9223372036854775808", "-9223372036854775809", "0.1e1", "01", "\"\"",
      "\"\\ud800\"", "\"\\u0000\"", "\"\\", "{}", "[]", "[[[[[[[[", "{\"\":", ",", ":", "}", "]", "\"", "\u{feff}",
      "//", "NaN",
    ].map { Array($0.utf8) } + [[0], [0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80]]

  func testTexts_thatAreNearlyRight_noneTraps() {
    var random = SplitMix(state: 1)
    let count = ProofSize.of(small: 3_000, full: 300_000)
    for decoder in Self.decoders {
      var accepted = 0
      for _ in 0..<count where decoder.accepts(Self.text(near: decoder.seeds, &random)) { accepted += 1 }
      // If all texts were valid or all invalid, the test would prove nothing.
      XCTAssertTrue((1..<count).contains(accepted), "\(accepted) of \(count)")
    }
  }

  /// Decoding calls itself for each level, and the stack of a queue's thread may be small.
  func testTexts_thatNestDeeply_noneTraps() {
    let decoded = Expectation("texts decoded")
    DispatchQueue(label: "decoding").async {
      for depth in [65, 500, 100_000] {
        let nested = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        let text = Data(#"[{"objectId":"a","x":\#(nested)}]"#.utf8)
        XCTAssertNil(try? [Record](json: text), "\(depth)")
      }
      decoded.fulfill()
    }
    decoded.wait(timeout: .seconds(60))
  }

  /// One of the seeds with some bytes changed, removed, or repeated, or with a piece in their place.
  private static func text(near seeds: [String], _ random: inout SplitMix) -> Data {
    var text = Array(seeds[Int.random(in: 0..<seeds.count, using: &random)].utf8)
    for _ in 0...Int.random(in: 0..<3, using: &random) {
      let place = Int.random(in: 0...text.count, using: &random)
      let end = min(text.count, place + Int.random(in: 1...8, using: &random))
      switch Int.random(in: 0..<6, using: &random) {
      case 0: text.removeSubrange(place..<end)
      case 1: text.insert(contentsOf: text[place..<end], at: place)
      case 2 where place < text.count: text[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 3: text.removeSubrange(place...)
      default: text.replaceSubrange(place..<end, with: pieces[Int.random(in: 0..<pieces.count, using: &random)])
      }
    }
    return Data(text)
  }
}
