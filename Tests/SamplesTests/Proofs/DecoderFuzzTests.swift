import Expectations
import Foundation
import TestSupport
import XCTest

@testable import Samples

/// A million nearly valid texts (50,000 at the small size) for all decoders of external data: each text yields a value
/// or a typed error, and never a trap. `swift test --filter DecoderFuzzTests` prints the count; `SAMPLES_SEED` repeats
/// a run, and `SAMPLES_FUZZ` sets the number of texts.
///
/// These tests use XCTest, because Swift Testing takes a backtrace of every error that is thrown, and nearly all texts
/// throw one.
final class DecoderFuzzTests: XCTestCase {
  /// A decoder, with the texts from which its inputs are made, and its share of them.
  enum Decoder: String, CaseIterable {
    case places, document, records, changes

    /// The share of this decoder, in percent. The fastest one gets the most.
    var share: Int {
      switch self {
      case .places: 25
      case .document: 55
      case .records, .changes: 10
      }
    }

    var seeds: [String] {
      switch self {
      case .places:
        [
          #"{"places":[{"title":"a","place":"b","latitude":1,"longitude":2.5,"url":"x:y","visited":true}]}"#,
          #"{"places":[{"title":"a"},null]}"#, #"{"places":[{"url":"http://[::1"}]}"#,
        ]
      case .document:
        [
          #"{"content":{"pictures":[],"title":"a"},"format":"gallery","version":1}"#,
          #"{"content":{"pictures":[{"caption":"","id":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F"}],"title":""},"format":"gallery","version":1}"#,
          #"{"format":"gallery","version":2}"#,
        ]
      case .records: [#"{"results":[{"objectId":"a","n":[-2.5]}]}"#, #"{"results":[]}"#]
      case .changes:
        [#"[{"success":{"objectId":"a"}},{"error":{"code":1,"error":"b"}}]"#, #"[]"#, #"{"objectId":"a"}"#]
      }
    }

    /// Returns whether the text yields a value. If not, the decoder threw one of its own errors, as its type says.
    func accepts(_ text: Data) -> Bool {
      switch self {
      case .places:
        return (try? PlaceDecoding().list(from: text)) != nil
      case .document:
        return (try? Gallery(data: text)) != nil
      case .records:
        return (try? RecordDecoding.records(from: Self.answer(text))) != nil
      case .changes:
        let operations = [RecordOperation.create(in: "A", fields: [:]), .delete(in: "A", id: "a")]
        return (try? RecordDecoding.results(from: Self.answer(text), after: operations)) != nil
          || (try? RecordDecoding.record(from: Self.answer(text), after: operations[0])) != nil
      }
    }

    private static func answer(_ text: Data) -> HTTPAnswer {
      HTTPAnswer(head: HTTPHead(status: 200, contentType: "application/json"), body: text)
    }
  }

  /// The results of one decoder.
  struct Counts: Sendable {
    var decoder: Decoder
    var count: Int
    var accepted = 0
  }

  static var total: Int {
    let given = ProcessInfo.processInfo.environment["SAMPLES_FUZZ"].flatMap { Int($0) }
    return given ?? ProofSize.of(small: 50_000, full: 1_000_000, sanitized: 50_000)
  }

  func testTexts_thatAreNearlyRight_noneTraps() throws {
    let parts = 20
    let decoded = Expectation("texts decoded", of: Counts.self, count: parts * Decoder.allCases.count)
    let workers = [
      DispatchQueue(label: "fuzz 1", qos: .userInitiated), DispatchQueue(label: "fuzz 2", qos: .userInitiated),
    ]
    for part in 0..<parts {
      for decoder in Decoder.allCases {
        workers[part % workers.count].async { decoded.fulfill(Self.feed(decoder, part, of: parts)) }
      }
    }
    try decoded.wait(timeout: .seconds(600))
    var accepted: [Decoder: Int] = [:]
    for counts in decoded.values { accepted[counts.decoder, default: 0] += counts.accepted }
    let count = decoded.values.map(\.count).reduce(0, +)
    ProofSize.print(
      "Fuzzed inputs, \(ProofSize.name): \(count), accepted:", Decoder.allCases.map { "\(accepted[$0] ?? 0) \($0)" })
    XCTAssertEqual(count, Self.total)
    // If all texts were valid or all invalid, the test would prove nothing.
    XCTAssertTrue(accepted.values.allSatisfy { $0 > 0 && $0 < count / 2 })
  }

  private static func feed(_ decoder: Decoder, _ part: Int, of parts: Int) -> Counts {
    var mutator = Mutator(decoder.seeds, random: Seed.generator("DecoderFuzzTests \(decoder)", part))
    var counts = Counts(decoder: decoder, count: total * decoder.share / 100 / parts)
    for _ in 0..<counts.count where decoder.accepts(mutator.next()) { counts.accepted += 1 }
    return counts
  }
}
