#if os(Linux)
  import Expectations
  import TestSupport
  import Testing

  @testable import Exploration

  @Suite(.ownThreads, .fullControl) struct LinearizableTests {
    private actor Account {
      private(set) var balance: Int
      private let isCorrect: Bool

      init(balance: Int, isCorrect: Bool) { (self.balance, self.isCorrect) = (balance, isCorrect) }

      func withdraw(_ amount: Int) async -> Bool {
        guard amount <= balance else { return false }
        if !isCorrect { await Task.yield() }
        balance -= amount
        return true
      }
    }

    private func exploreAccount(
      isCorrect: Bool, replay: String? = nil, schedules: Int = 1_000, seed: UInt64? = nil
    ) async -> ExplorationReport {
      await linearizable(
        Account(balance: 100, isCorrect: isCorrect), model: 100, schedules: schedules, seed: seed, replay: replay
      ) {
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

    @Test func correctAccount_passes() async {
      #expect(await exploreAccount(isCorrect: true, schedules: 2_000).outcome == .passed)
    }

    @Test(arguments: ProofSize.of(small: [1, 2, 3, 4, 5], full: [1, 2, 3, 4, 5], sanitized: [1]) as [UInt64])
    func overdraft_isFound_withFewCalls(seed: UInt64) async throws {
      let (report, host) = await recordingAsync { await exploreAccount(isCorrect: false, seed: seed) }
      #expect(report.outcome == .failed)
      let text = try #require(host.texts.first)
      let table = text.split(separator: "\n").map(String.init).filter { line in line.contains("→") }
      #expect(
        text.contains(
          ": Not linearizable: no order of these calls, one after the other, gives these results in the model:"),
        "\(text)")
      #expect((2...4).contains(table.count), "\(text)")
      #expect(table.allSatisfy { $0.contains("withdraw(") || $0.contains("balance()") }, "\(text)")
      let code = try #require(report.schedule)
      let (again, _) = await recordingAsync { await exploreAccount(isCorrect: false, replay: code) }
      #expect(again.outcome == .failed)
    }

    private struct Full: Error {}

    /// A queue whose last place is given to two.
    private actor Queue {
      private var elements: [Int] = []
      private let isCorrect: Bool

      init(isCorrect: Bool) { self.isCorrect = isCorrect }

      func add(_ element: Int) async throws {
        guard elements.count < 1 else { throw Full() }
        if !isCorrect { await Task.yield() }
        elements.append(element)
      }

      func take() -> Int? { elements.isEmpty ? nil : elements.removeFirst() }
    }

    @Test(arguments: [true, false])
    func errorsAreResults(isCorrect: Bool) async {
      let (report, host) = await recordingAsync {
        await linearizable(Queue(isCorrect: isCorrect), model: [Int]()) {
          ModeledCall("add", with: [1, 2]) {
            try await $0.add($1)
          } model: { elements, element in
            guard elements.isEmpty else { throw Full() }
            elements.append(element)
          }
          ModeledCall("take", { await $0.take() }, model: { $0.isEmpty ? nil : $0.removeFirst() })
        }
      }
      #expect(report.outcome == (isCorrect ? .passed : .failed))
      #expect(host.texts.isEmpty == isCorrect, "\(host.texts)")
    }

    @Test func modelThatIsNotDeterministic_fails() async throws {
      let count = Locked(0)
      let (_, host) = await recordingAsync {
        await linearizable(Account(balance: 1, isCorrect: true), model: 1) {
          ModeledCall("balance", { await $0.balance }, model: { _ in count.next() })
        }
      }
      #expect(try #require(host.texts.first).contains(": The model gave balance() two results after the same calls"))
    }

    @Test func choice_triesEachValue() async {
      let seen = Locked<Set<[Int]>>([])
      let report = await explore(.exhaustive) {
        let values = [choice(of: [1, 2, 3]), choice(of: 7...8), choice(of: [0])]
        seen.withLock { _ = $0.insert(values) }
      }
      #expect(report.schedules == 6)
      #expect(seen.withLock { $0 } == [[1, 7, 0], [2, 7, 0], [3, 7, 0], [1, 8, 0], [2, 8, 0], [3, 8, 0]])
      #expect(choice(of: [5, 6]) == 5, "outside of an exploration")
    }

    @Test func argumentsThatMeanNothing_fail() async {
      let (_, host) = await recordingAsync {
        await linearizable(Account(balance: 1, isCorrect: true), model: 1, calls: 0) {
          ModeledCall("balance", { await $0.balance }, model: { $0 })
        }
        await linearizable(Account(balance: 1, isCorrect: true), model: 1) {}
      }
      #expect(
        host.texts == [
          "Not explored: the number of tasks and that of calls must be at least 1",
          "Not explored: there are no calls to make",
        ])
    }

    /// Calls that all overlap and have no results have very many orders.
    @Test func history_withTooManyOrders_saysSo() {
      let calls = (0..<12).map { Self.call($0, $0, 100 + $0, add: $0) } + [Self.call(12, 200, 201, sees: [])]
      let failure = #expect(throws: Verdict.Failure.self) { try History(calls: calls).isLinearizable([]) }
      #expect(failure?.kind == "too many orders")
    }

    private typealias Call = History<[Int]>.Call

    private static func call(_ task: Int, _ begin: Int, _ end: Int, add number: Int) -> Call {
      Call(task: task, name: "add(\(number))", begin: begin, end: end, result: outcome(0)) { list in
        list.append(number)
        return outcome(0)
      }
    }

    private static func call(_ task: Int, _ begin: Int, _ end: Int, sees list: [Int]) -> Call {
      Call(task: task, name: "all", begin: begin, end: end, result: outcome(list)) { outcome($0) }
    }

    private static func outcome<Value: Equatable & Sendable>(_ value: Value) -> History<[Int]>.Outcome {
      .init(value: value)
    }

    /// Each of these was decided by hand.
    @Test func history_check() throws {
      func isLinearizable(_ calls: [Call]) throws -> Bool { try History(calls: calls).isLinearizable([]) }
      #expect(try isLinearizable([]))
      // Two that overlap may come in both orders.
      let overlapping = [Self.call(0, 0, 2, add: 1), Self.call(1, 1, 3, add: 2)]
      #expect(try isLinearizable(overlapping + [Self.call(2, 4, 5, sees: [1, 2])]))
      #expect(try isLinearizable(overlapping + [Self.call(2, 4, 5, sees: [2, 1])]))
      #expect(try !isLinearizable(overlapping + [Self.call(2, 4, 5, sees: [2])]))
      // One that ends before the other begins comes first.
      let apart = [Self.call(0, 0, 1, add: 1), Self.call(1, 2, 3, add: 2)]
      #expect(try isLinearizable(apart + [Self.call(2, 4, 5, sees: [1, 2])]))
      #expect(try !isLinearizable(apart + [Self.call(2, 4, 5, sees: [2, 1])]))
      // A reader in the middle sees what has ended, and perhaps what goes on.
      let reader = [Self.call(0, 0, 1, add: 1), Self.call(1, 2, 5, add: 2), Self.call(2, 3, 4, sees: [1])]
      #expect(try isLinearizable(reader))
      #expect(try isLinearizable(reader.dropLast() + [Self.call(2, 3, 4, sees: [1, 2])]))
      #expect(try !isLinearizable(reader.dropLast() + [Self.call(2, 3, 4, sees: [])]))
      // Two readers, one after the other, cannot see it go away again.
      let twice = [Self.call(0, 0, 7, add: 1), Self.call(1, 1, 2, sees: [1]), Self.call(1, 3, 4, sees: [])]
      #expect(try !isLinearizable(twice))
    }

    @Test func history_table() {
      let history = History(calls: [
        Self.call(0, 0, 3, add: 1), Self.call(1, 1, 2, sees: []), Self.call(2, 4, 5, sees: [1]),
      ])
      #expect(
        history.table == [
          "  add(1) …",
          "                 all → []",
          "  … add(1) → 0",
          "                                all → [1]",
        ])
    }
  }
#endif
