// # A lazy sequence is never consumed
//
// The letters are delivered in the closure of a lazy `map`. Only their number is asked for, and that needs no call.
import Dispatch
import Expectations
import Testing

// [code]
struct Letter: Sendable {
  let recipient: String
  let onDelivery: @Sendable () -> Void
}

final class Outbox: Sendable {
  private let queue = DispatchQueue(label: "outbox")

  func send(_ letters: [Letter]) {
    queue.async {
      let receipts = letters.lazy.map { self.deliver($0) }  // ✘
      print("\(receipts.count) letters delivered")
    }
  }

  private func deliver(_ letter: Letter) -> String {
    letter.onDelivery()
    return "delivered to \(letter.recipient)"
  }
}

@Test func lazyNeverConsumed() async {
  let delivered = Expectation("delivered")
  Outbox().send([Letter(recipient: "ann@example.org") { delivered.fulfill() }])
  await delivered.wait(timeout: .milliseconds(300))
}
