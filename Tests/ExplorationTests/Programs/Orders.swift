/// Results depend on which task comes first.
extension Program {
  static let orderOnMain = Program(name: "order on the main actor") {
    let log = MainLog()
    let one = Task { await log.add(1) }
    let two = Task { await log.add(2) }
    _ = await (one.value, two.value)
    try require(await log.values == [1, 2], "the second came first")
  } correct: {
    let log = MainLog()
    let one = Task { @MainActor in log.add(1) }
    let two = Task { @MainActor in log.add(2) }
    _ = await (one.value, two.value)
    try require(await log.values == [1, 2], "the second came first")
  }

  @MainActor private final class MainLog {
    private(set) var values: [Int] = []
    nonisolated init() {}
    func add(_ value: Int) { values.append(value) }
  }

  static let depthThree = Program(name: "depth three") { try await threeInOrder(bystanders: 0, guarded: $0) }

  static let depthThreeAmongOthers = Program(name: "depth three among five bystanders") {
    try await threeInOrder(bystanders: $0 ? 2 : 5, guarded: $0)
  }

  /// Fails when one begins, two begins, and three begins before one ends. They are made in the opposite order.
  private static func threeInOrder(bystanders: Int, guarded: Bool) async throws {
    let stages = Stages()
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await stages.three(guarded: guarded) }
      for _ in 0..<bystanders { group.addTask { await stages.stand() } }
      group.addTask { await stages.two() }
      group.addTask { await stages.one() }
    }
    try require(await !stages.isBroken, "three steps came in the wrong order")
  }

  private actor Stages {
    private var oneRuns = false
    private var twoSaw = false
    private var visits = 0
    private(set) var isBroken = false

    func one() async {
      oneRuns = true
      await Task.yield()
      oneRuns = false
    }

    func two() { twoSaw = oneRuns }

    func three(guarded: Bool) { if twoSaw, oneRuns, !guarded { isBroken = true } }

    func stand() { visits += 1 }
  }
}
