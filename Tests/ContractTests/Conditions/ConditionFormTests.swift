import Expectations
import Testing

/// Which form of `eventually` applies to a body: its result decides, unless it is a `Bool`. The compiler checks most of
/// this: if it prefers a wrong form, or if two forms are equally good, this file does not compile.
@Suite struct ConditionFormTests {
  private struct User {
    var isReady: Bool = true
    var name: String? = "Ada"
  }

  private actor Account {
    var balance: Int? = 100
    var isOpen: Bool { balance != nil }
    func validate() throws {}
  }

  private let user: User? = User()
  private let numbers = [1, 2, 3]
  private func check() throws {}

  /// The type of a result. The parameter gives the compiler no hint for the call that makes the result.
  private func kind<Result>(_ result: Result) -> String { "\(Result.self)" }

  @Test func body_ofABool_hasNoResult() async throws {
    #expect(kind(try await eventually { numbers.count == 3 }) == "()")
    let several = kind(
      try await eventually {
        let next = numbers.count + 1
        return next > 3
      })
    let throwing = kind(
      try await eventually {
        if numbers.isEmpty { throw CancellationError() }
        return numbers.contains(3)
      })
    let passed: () throws -> Bool = { true }
    let function = kind(try await eventually("a function", passed))
    let literal = kind(try await eventually { true })
    let account = Account()
    let awaited = kind(try await eventually { await account.isOpen })
    let severalAwaited = kind(
      try await eventually {
        try await account.validate()
        return await account.isOpen
      })
    #expect([several, throwing, function, literal, awaited, severalAwaited] == Array(repeating: "()", count: 6))
  }

  @Test func body_ofAnOptional_handsItsValueBack() async throws {
    #expect(try await eventually { numbers.first } == 1)
    #expect(try await eventually { user?.name } == "Ada")
    #expect(try await eventually { user?.isReady } == true)
    let several = try await eventually {
      if numbers.isEmpty { throw CancellationError() }
      return numbers.last
    }
    #expect(several == 3)
    let choice = try await eventually { numbers.isEmpty ? nil : "beach" }
    #expect(kind(choice) == "String")
    let severalChoices = try await eventually {
      let isEmpty = numbers.isEmpty
      return isEmpty ? nil : "beach"
    }
    #expect(kind(severalChoices) == "String")
    let pair = try await eventually { user.map { ($0.name, $0.isReady) } }
    #expect(pair == ("Ada", true))
    let account = Account()
    let balance = try await eventually { await account.balance }
    #expect(balance == 100)
    // The result may be unused; the condition still waits for it.
    try await eventually { numbers.first }
  }

  @Test func body_ofNothing_isWaitedForUntilItDoesNotThrow() async throws {
    let one = kind(try await eventually(succeeds: "one") { try check() })
    let several = kind(
      try await eventually(succeeds: "several") {
        try check()
        try check()
      })
    let conditional = kind(
      try await eventually(succeeds: "conditional") { if numbers.isEmpty { throw CancellationError() } })
    let account = Account()
    let awaited = kind(try await eventually(succeeds: "awaited") { try await account.validate() })
    #expect([one, several, conditional, awaited] == Array(repeating: "()", count: 4))
  }

  @Test func body_ofASynchronousCaller_hasTheSameForms() throws {
    func blocking() throws -> [String] {
      let one = kind(
        try eventually {
          if numbers.isEmpty { throw CancellationError() }
          return numbers.contains(3)
        })
      let nothing = kind(try eventually(succeeds: "nothing") { if numbers.isEmpty { throw CancellationError() } })
      return [one, nothing, kind(try eventually { numbers.first }), kind(try eventually { user?.isReady })]
    }
    #expect(try blocking() == ["()", "()", "Int", "Bool"])
  }
}
