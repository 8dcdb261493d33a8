// [documented] The documentation shows lines of this file, and `DocumentedCodeTests` compares them.
import TestSupport
import Testing

@testable import Exploration

private actor Account {
  private(set) var balance: Int
  private let journal = Journal()

  init(balance: Int) { self.balance = balance }

  func withdraw(_ amount: Int) async -> Bool {
    guard amount <= balance else { return false }
    await journal.note("withdrew \(amount)")
    balance -= amount
    return true
  }
}

private actor Journal {
  private var lines: [String] = []
  func note(_ line: String) { lines.append(line) }
}
#if DEBUG
  @Suite(.ownThreads, .fullControl, .prints(text)) struct ModelTests {
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test func accountIsAsItsModel() async {
      await linearizable(Account(balance: 100), model: 100) {
        ModeledCall("withdraw", with: [10, 80]) {
          await $0.withdraw($1)
        } model: { balance, amount in
          guard amount <= balance else { return false }
          balance -= amount
          return true
        }
        ModeledCall("balance", { await $0.balance }, model: { $0 })
      }
    }
  }
#endif

private let text = """
  Fails under schedule 19 of 1000 (0.2 ms): Not linearizable: no order of these calls, one after the other, gives these results in the model:
    withdraw(80) …
                            withdraw(80) …
    … withdraw(80) → true
                            … withdraw(80) → true
    1  body     begins, starts A, B
    2  A        runs, goes to Account, stops in Account.withdraw(_:) ModelTests.swift:14
    3  B        runs, waits in Account.withdraw(_:) ModelTests.swift:14
    4  Account  runs the call of A, perhaps also of B, goes to Journal, A stops in Account.withdraw(_:) ModelTests.swift:15
    5  Journal  runs the call of A, perhaps also of B, goes to Account, A stops in Account.withdraw(_:) ModelTests.swift:16
    6  Account  runs the call of A, perhaps also of B, wakes B, A stops at ModelTests.swift:31
    7  A        runs, wakes body, ends
    8  B        runs, ends
    9  body     runs, the body ends
  repeat: explore(replay: "x1-8YY301212Q2"), or EXPECTATIONS_REPLAY=x1-8YY301212Q2@accountIsAsItsModel · it failed 3 times of 3
  """
