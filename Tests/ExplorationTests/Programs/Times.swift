/// Tasks sleep.
extension Program {
  static let staleResult = Program(name: "stale result", search(comparing:))

  private static func search(comparing: Bool) async throws {
    let model = SearchModel()
    let one = Task { await model.search("s", takes: .seconds(2), comparing: comparing) }
    try await Task.sleep(for: .milliseconds(300))
    let two = Task { await model.search("swift", takes: .milliseconds(500), comparing: comparing) }
    _ = await (one.value, two.value)
    try require(await model.shown == "swift", "shows the result of an old query")
  }

  private actor SearchModel {
    private var query = ""
    private(set) var shown = ""

    func search(_ text: String, takes time: Duration, comparing: Bool) async {
      query = text
      try? await Task.sleep(for: time)
      if !comparing || query == text { shown = text }
    }
  }

  static let sleepAsSynchronization = Program(name: "a sleep as synchronization", needsStall: true) { isCorrect in
    let work = Work()
    let worker = Task { await work.run() }
    try await Task.sleep(for: .milliseconds(100))
    if isCorrect { await worker.value }
    try require(await work.isDone, "the work takes longer than the sleep")
    await worker.value
  }

  private actor Work {
    private(set) var isDone = false

    func run() async {
      for _ in 0..<5 { await Task.yield() }
      isDone = true
    }
  }
}
