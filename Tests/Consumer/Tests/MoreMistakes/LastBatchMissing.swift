// # The last batch is not sent
//
// Five records in batches of two are three calls; the one that is not full is forgotten. The text has how many came, and
// each with its line and time.
import Expectations
import Testing

// [code]
struct Batches {
  func send(_ records: [Int], _ sent: @Sendable ([Int]) -> Void) {
    for start in stride(from: 0, to: records.count - 1, by: 2) { sent(Array(records[start..<start + 2])) }
  }
}

@Test func lastBatchMissing() async throws {
  let sent = Expectation("batch sent", of: [Int].self, count: 3)
  Batches().send([1, 2, 3, 4, 5]) { sent.fulfill($0) }
  try await sent.wait(timeout: .milliseconds(100))
}
