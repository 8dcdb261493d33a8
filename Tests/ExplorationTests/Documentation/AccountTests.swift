// [documented] The documentation shows lines of this file, and `DocumentedCodeTests` compares them.
import TestSupport
import Testing

@testable import Exploration

private actor Account {
  private(set) var balance: Int
  private let journal = Journal()

  init(balance: Int) { self.balance = balance }

  func withdraw(_ amount: Int) async {
    guard amount <= balance else { return }
    await journal.note("withdrew \(amount)")
    balance -= amount
  }
}

private actor Journal {
  private var lines: [String] = []
  func note(_ line: String) { lines.append(line) }
}

@Suite(.ownThreads, .fullControl, .prints(text)) struct AccountTests {
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func withdrawalsNeverOverdraw() async {
    await explore {
      let account = Account(balance: 100)
      async let rent: Void = account.withdraw(80)
      async let food: Void = account.withdraw(80)
      _ = await (rent, food)
      #expect(await account.balance >= 0)
    }
  }
}

private let text = """
  Fails under schedule 1 of 1000 (0.2 ms): Expectation failed: await account.balance >= 0   AccountTests.swift:33
    1  body     begins, starts A (AccountTests.swift:30), B (AccountTests.swift:31), stops at AccountTests.swift:32
    2  A        runs, goes to Account, stops in Account.withdraw(_:) AccountTests.swift:14
    3  B        runs, waits in Account.withdraw(_:) AccountTests.swift:14
    4  Account  runs the call of A, perhaps also of B, goes to Journal, A stops in Account.withdraw(_:) AccountTests.swift:15
    5  Journal  runs the call of A, perhaps also of B, goes to Account, A stops in Account.withdraw(_:) AccountTests.swift:16
    6  Account  runs the calls of A, B, wakes body
    7  body     runs, goes to Account
    8  Account  runs the call of body
    9  body     runs, the body ends
  repeat: explore(replay: "x1-00EW"), or EXPECTATIONS_REPLAY=x1-00EW@withdrawalsNeverOverdraw · it failed 3 times of 3
  """
