// # A sum of fractions is not one
//
// Ten times 0.1 is 0.9999999999999999. The progress stops there, and the end is not noticed.
import Dispatch
import Expectations
import Testing

// [code]
final class Transfer: @unchecked Sendable {
  private let queue = DispatchQueue(label: "transfer")
  private let step: Double
  private var progress = 0.0
  private var received: [UInt8] = []

  init(parts: Int) { step = 1 / Double(parts) }

  func receive(_ part: [UInt8], completion: @escaping @Sendable ([UInt8]) -> Void) {
    queue.async {
      self.received += part
      self.progress += self.step
      if self.progress == 1 {  // ✘
        completion(self.received)
      }
    }
  }
}

@Test func progressNeverOne() async {
  let completed = Expectation("transfer completed")
  let transfer = Transfer(parts: 10)
  for number in UInt8(0)..<10 {
    transfer.receive([number, number]) { _ in completed.fulfill() }
  }
  await completed.wait(timeout: .milliseconds(300))
}
