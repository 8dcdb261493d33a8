/// Tasks hold locks while they await.
extension Program {
  static let oppositeLocks = Program(name: "two locks in opposite order", hold(inOneOrder:))

  private static func hold(inOneOrder: Bool) async throws {
    let (left, right) = (AsyncLock(), AsyncLock())
    let one = Task { await both(left, right) }
    let two = Task { inOneOrder ? await both(left, right) : await both(right, left) }
    _ = await (one.value, two.value)
  }

  private static func both(_ first: AsyncLock, _ second: AsyncLock) async {
    await first.lock()
    await second.lock()
    await second.unlock()
    await first.unlock()
  }

  private actor AsyncLock {
    private var isLocked = false
    private var waiters: [CheckedContinuation<Void, Never>] = []

    func lock() async {
      guard isLocked else {
        isLocked = true
        return
      }
      await withCheckedContinuation { waiters.append($0) }
    }

    func unlock() {
      if waiters.isEmpty { isLocked = false } else { waiters.removeFirst().resume() }
    }
  }
}
