// # The last batch is not sent
//
// Five records in batches of two need three calls, but the code forgets the incomplete batch. The text shows the number
// of calls, and the line and the time of each.
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
