/// A cancellation meets a resumption.
extension Program {
  static let resumedTwice = Program(name: "resumed twice by signal and cancellation", signalAndCancel(removing:))

  private static func signalAndCancel(removing: Bool) async throws {
    let signal = Signal(removing: removing, noting: true)
    let waiter = Task { await signal.wait() }
    let sender = Task { await signal.send() }
    waiter.cancel()
    _ = await (waiter.value, sender.value)
    for _ in 0..<3 { await Task.yield() }
    try require(await signal.resumptions <= 1, "the continuation is resumed twice")
  }

  static let lostCancellation = Program(name: "lost cancellation", cancelEarly(noting:))

  private static func cancelEarly(noting: Bool) async throws {
    let signal = Signal(removing: true, noting: noting)
    let waiter = Task { await signal.wait() }
    let canceller = Task { waiter.cancel() }
    _ = await (waiter.value, canceller.value)
  }

  private actor Signal {
    /// Whether a resumption removes the continuation.
    private let removing: Bool
    /// Whether a cancellation that comes before the continuation is noted.
    private let noting: Bool
    private var continuation: CheckedContinuation<Void, Never>?
    private var isCancelled = false
    private var isSent = false
    private(set) var resumptions = 0

    init(removing: Bool, noting: Bool) {
      self.removing = removing
      self.noting = noting
    }

    func wait() async {
      await withTaskCancellationHandler {
        await park()
      } onCancel: {
        Task { await self.cancel() }
      }
    }

    private func park() async {
      await Task.yield()
      guard !isSent, !isCancelled else { return }
      await withCheckedContinuation { continuation = $0 }
    }

    func send() {
      isSent = true
      resume()
    }

    private func cancel() {
      if noting { isCancelled = true }
      resume()
    }

    private func resume() {
      guard let continuation else { return }
      resumptions += 1
      // A second real resumption would end the process, so it is only counted.
      if resumptions == 1 { continuation.resume() }
      if removing { self.continuation = nil }
    }
  }
}
