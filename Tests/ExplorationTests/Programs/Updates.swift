import Expectations

@testable import Exploration

/// Tasks read and write in several calls.
extension Program {
  static let lostUpdate = Program(name: "lost update") {
    try await count { counter in
      let value = await counter.value
      await counter.set(value + 1)
    }
  } correct: {
    try await count { await $0.add(1) }
  }

  private static func count(_ increment: @escaping @Sendable (Counter) async -> Void) async throws {
    let counter = Counter()
    let one = Task { await increment(counter) }
    let two = Task { await increment(counter) }
    _ = await (one.value, two.value)
    try require(await counter.value == 2, "an update is lost")
  }

  private actor Counter {
    private(set) var value = 0
    func set(_ value: Int) { self.value = value }
    func add(_ amount: Int) { value += amount }
  }

  static let betweenTwoCalls = Program(name: "between two calls of a Task") {
    try await move { box in
      await box.remove()
      _ = await pass()
      await box.insert()
    }
  } correct: {
    try await move { await $0.move() }
  }

  /// Does something outside the actor: the compiler leaves out a hop to a function that does nothing.
  private static func pass() async -> Bool { Task.isCancelled }

  private static func move(_ body: @escaping @Sendable (Box) async -> Void) async throws {
    let shelf = Locked(1)
    let box = Box(shelf)
    let mover = Task { await body(box) }
    let reader = Task { shelf.withLock { $0 } }
    let seen = await reader.value
    await mover.value
    try require(seen == 1, "the item was nowhere")
  }

  /// Moves an item of a shelf that others read without the actor.
  private actor Box {
    private let shelf: Locked<Int>
    init(_ shelf: Locked<Int>) { self.shelf = shelf }
    func remove() { shelf.withLock { $0 -= 1 } }
    func insert() { shelf.withLock { $0 += 1 } }

    func move() {
      remove()
      insert()
    }
  }

  static let overtaken = Program(name: "overtaken by ten awaits", overtake(checking:))

  private static func overtake(checking: Bool) async throws {
    let document = Document()
    let editor = Task {
      for _ in 0..<10 { await Task.yield() }
      await document.edit()
    }
    let saver = Task {
      let revision = await document.revision
      await Task.yield()
      await document.save(revision, checking: checking)
    }
    _ = await (editor.value, saver.value)
    try require(await !document.hasLostAnEdit, "an edit is lost")
  }

  private actor Document {
    private(set) var revision = 0
    private(set) var hasLostAnEdit = false

    func edit() { revision += 1 }

    func save(_ saved: Int, checking: Bool) {
      if saved != revision, !checking { hasLostAnEdit = true }
    }
  }
}
