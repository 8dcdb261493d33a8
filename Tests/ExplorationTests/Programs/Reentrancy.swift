/// An actor runs other calls while one of its calls awaits.
extension Program {
  static let doubleFetch = Program(name: "double fetch", fetch(sharing:))

  private static func fetch(sharing: Bool) async throws {
    let cache = Cache()
    async let one = cache.value(sharing: sharing)
    async let two = cache.value(sharing: sharing)
    _ = await (one, two)
    try require(await cache.fetches == 1, "fetched more than once")
  }

  private actor Cache {
    private var stored: Int?
    private var running: Task<Int, Never>?
    private(set) var fetches = 0

    func value(sharing: Bool) async -> Int {
      if let stored { return stored }
      if sharing, let running { return await running.value }
      fetches += 1
      let task = Task { () -> Int in
        await Task.yield()
        return 7
      }
      running = task
      let value = await task.value
      stored = value
      return value
    }
  }

  static let overdraft = Program(name: "overdraft", withdraw(checkingAgain:))

  private static func withdraw(checkingAgain: Bool) async throws {
    let account = Account()
    async let one: Void = account.withdraw(80, checkingAgain: checkingAgain)
    async let two: Void = account.withdraw(80, checkingAgain: checkingAgain)
    _ = await (one, two)
    try require(await account.balance >= 0, "overdrawn")
  }

  private actor Account {
    private(set) var balance = 100

    func withdraw(_ amount: Int, checkingAgain: Bool) async {
      guard balance >= amount else { return }
      await audit()
      guard !checkingAgain || balance >= amount else { return }
      balance -= amount
    }

    private nonisolated func audit() async { await Task.yield() }
  }

  static let clearedRefresh = Program(name: "cleared refresh", refresh(comparing:))

  private static func refresh(comparing: Bool) async throws {
    let session = Session()
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await session.refresh(comparing: comparing) }
      group.addTask {
        await session.expire()
        await session.refresh(comparing: comparing)
      }
      group.addTask { await session.refresh(comparing: comparing) }
    }
    try require(await session.greatest <= 1, "two refreshes of one token at the same time")
  }

  /// A session that refreshes each token once for all who ask at the same time.
  private actor Session {
    private var running: (token: Int, task: Task<Void, Never>)?
    private var token = 0
    private var counts: [Int: Int] = [:]
    private(set) var greatest = 0

    func expire() { token += 1 }

    func refresh(comparing: Bool) async {
      let token = token
      if let running, running.token == token { return await running.task.value }
      counts[token, default: 0] += 1
      greatest = max(greatest, counts[token] ?? 0)
      let task = Task.detached {}
      running = (token, task)
      await task.value
      counts[token, default: 0] -= 1
      // Without the comparison, this forgets the refresh of a newer token.
      if !comparing || running?.token == token { running = nil }
    }
  }
}
