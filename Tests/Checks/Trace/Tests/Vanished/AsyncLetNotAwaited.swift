// # An `async let` is not awaited
//
// The receipt should be printed while the bank is asked. A child task that is not awaited is canceled when its scope
// ends, which is before the printer is warm.
import Expectations
import Testing

// [code]
struct ReceiptPrinter: Sendable {
  let onPrint: @Sendable (String) -> Void

  func print(_ receipt: String) async throws {
    try await Task.sleep(for: .milliseconds(100))
    onPrint(receipt)
  }
}

struct Bank: Sendable {
  func charge(_ cents: Int) async -> Bool { cents < 100_000 }
}

actor Checkout {
  private let bank = Bank()
  private let printer: ReceiptPrinter
  private var total = 0

  init(printer: ReceiptPrinter) { self.printer = printer }

  func pay(_ cents: Int) async {
    async let _ = printer.print("\(cents) cents")  // ✘
    if await bank.charge(cents) { total += cents }
  }
}

@Test func asyncLetNotAwaited() async {
  let printed = Expectation("receipt printed")
  let checkout = Checkout(printer: ReceiptPrinter { _ in printed.fulfill() })
  await checkout.pay(1_250)
  await printed.wait(timeout: .milliseconds(300))
}
