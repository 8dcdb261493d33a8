/// The word of a lock whose owner the kernel knows, because it lends the owner the priority of those that wait. Swift's
/// `Mutex` is one on Linux.
///
/// Assumption: the operations to lock it have the numbers 6 and 13, and the low 30 bits of its word are the number of
/// the owning thread, as the manual of `futex` says.
/// Check: the owner is another thread of this process. The kernel refuses to let a thread wait for its own lock, and
/// gives a lock to the next thread before it wakes it.
/// If false: the text does not tell who holds the lock.
/// Remove when: never.
enum KernelLock {
  static func isLocking(_ operation: UInt64) -> Bool { operation == 6 || operation == 13 }

  static func owner(_ word: UInt32) -> Int32? {
    let owner = Int32(word & 0x3fff_ffff)
    return owner > 0 ? owner : nil
  }
}
