/// Tasks wait for each other with continuations and streams.
extension Program {
  static let missedNotification = Program(name: "missed notification") {
    try await pass { gate in
      let isOpen = await gate.isOpen
      // Something outside the actor: without it, the compiler would leave out the way out and back in.
      if !isOpen, !Task.isCancelled { await gate.wait() }
    }
  } correct: {
    try await pass { await $0.waitUntilOpen() }
  }

  private static func pass(_ wait: @escaping @Sendable (Gate) async -> Void) async throws {
    let gate = Gate()
    let guest = Task { await wait(gate) }
    let porter = Task {
      await Task.yield()
      await gate.open()
    }
    _ = await (guest.value, porter.value)
  }

  private actor Gate {
    private(set) var isOpen = false
    private var waiter: CheckedContinuation<Void, Never>?

    func open() {
      isOpen = true
      waiter?.resume()
      waiter = nil
    }

    func wait() async { await withCheckedContinuation { waiter = $0 } }

    func waitUntilOpen() async { if !isOpen { await wait() } }
  }

  static let lateSubscriber = Program(name: "late subscriber", subscribe(first:))

  private static func subscribe(first: Bool) async throws {
    let news = News()
    let early = first ? await news.subscribe() : nil
    let reader = Task {
      let stream = if let early { early } else { await news.subscribe() }
      var count = 0
      for await _ in stream { count += 1 }
      return count
    }
    await Task.yield()
    await news.publish(1)
    await news.finish()
    try require(await reader.value == 1, "the news is lost")
  }

  private actor News {
    private var readers: [AsyncStream<Int>.Continuation] = []
    private var isOver = false

    func subscribe() -> AsyncStream<Int> {
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      if isOver { continuation.finish() } else { readers.append(continuation) }
      return stream
    }

    func publish(_ value: Int) { for reader in readers { reader.yield(value) } }

    func finish() {
      isOver = true
      for reader in readers { reader.finish() }
    }
  }

  static let stolenItem = Program(name: "stolen item", consume(checkingAgain:))

  private static func consume(checkingAgain: Bool) async throws {
    let queue = Queue()
    let one = Task { try await queue.take(checkingAgain: checkingAgain) }
    let two = Task { try await queue.take(checkingAgain: checkingAgain) }
    let first = Task { await queue.put(1) }
    let second = Task { await queue.put(2) }
    _ = await (first.value, second.value)
    let sum = try await one.value + two.value
    try require(sum == 3, "an item was taken twice")
  }

  private actor Queue {
    private var items: [Int] = []
    private var takers: [CheckedContinuation<Void, Never>] = []

    func put(_ item: Int) {
      items.append(item)
      if !takers.isEmpty { takers.removeFirst().resume() }
    }

    func take(checkingAgain: Bool) async throws -> Int {
      if items.isEmpty { await withCheckedContinuation { takers.append($0) } }
      while checkingAgain, items.isEmpty { await withCheckedContinuation { takers.append($0) } }
      try require(!items.isEmpty, "the item that woke the taker is gone")
      return items.removeFirst()
    }
  }
}
