/// Finds the thread that holds the lock for which another one waits. A thread that may have run since it was read waits
/// for no known one.
enum LockOwner {
  /// The number of bytes at the address of the wait that suffice. They are copied with the stack.
  static let wordsSize = MutexLayout.size

  /// What is known of the thread that holds the lock for which another one waits.
  static func holder(
    ofLockFor waiter: ThreadSnapshot, functions: [String?], among threads: [ThreadSnapshot]
  ) -> Standing.Holder? {
    let number = thread(holdingLockOf: waiter, functions: functions, among: Set(threads.map(\.number)))
    guard case .sleeping(let call?) = waiter.state, let futex = call.futex,
      let holder = threads.first(where: { $0.number == number })
    else { return nil }
    return Standing.Holder(
      number: holder.number, name: ThreadStanding.name(of: holder), lock: futex.address, isStill: holder.isStill,
      isLimited: futex.hasLimit)
  }

  /// - Parameters:
  ///   - functions: The symbols on the stack of the waiting thread, the innermost first. An unknown one is nil.
  ///   - threads: The numbers of all threads of the process.
  static func thread(
    holdingLockOf waiter: ThreadSnapshot, functions: [String?], among threads: Set<Int32>
  ) -> Int32? {
    guard waiter.isStill, case .sleeping(let call?) = waiter.state, let futex = call.futex else { return nil }
    let owner: Int32?
    if KernelLock.isLocking(futex.operation) {
      var reader = ByteReader(waiter.lockWords)
      let holder = (try? reader.u32()).flatMap { KernelLock.owner($0) }
      // The kernel gives the lock to a thread before it wakes it, and lets none wait for a lock of its own.
      owner = holder == waiter.number ? nil : holder
    } else if futex.expected == MutexLayout.contended,
      functions.prefix(4).contains(where: { $0.map(MutexLayout.isLocking) ?? false })
    {
      owner = MutexLayout(waiter.lockWords)?.owner
    } else {
      owner = nil
    }
    return owner.flatMap { threads.contains($0) ? $0 : nil }
  }
}
