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

/// The first words of a mutex of the C library, of which the first is the word on which threads wait.
///
/// Assumption: in glibc these are the state, which is 2 while threads wait, a count, the number of the owning thread,
/// a count of users, and the kind.
/// Check: the state, the counts and the kind have values that occur, the waiting thread is in a function that
/// locks a mutex, and the owner is a thread of this process.
/// If false: the text does not tell who holds the lock.
/// Remove when: the C library tells the owner of a mutex.
struct MutexLayout: Equatable, Sendable {
  /// The owning thread.
  var owner: Int32

  static let size = 20
  /// The state of a mutex for which threads wait.
  static let contended: UInt64 = 2

  /// Returns nil when the bytes are not those of a mutex for which a thread waits.
  init?(_ bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    guard let state = try? reader.u32(), let count = try? reader.u32(), let owner = try? reader.u32(),
      let users = try? reader.u32(), let kind = try? reader.u32()
    else { return nil }
    guard UInt64(state) == Self.contended, count < 1 << 16, owner > 0, owner <= UInt32(Int32.max),
      (1..<1 << 16).contains(users), kind < 512
    else { return nil }
    self.owner = Int32(owner)
  }

  /// Whether a function, by its symbol, locks a mutex.
  static func isLocking(_ symbol: String) -> Bool {
    let name = symbol.drop { $0 == "_" }
    return ["pthread_mutex_lock", "pthread_mutex_timedlock", "pthread_mutex_clocklock", "pthread_mutex_cond_lock"]
      .contains { name.hasPrefix($0) } || name.hasPrefix("lll_lock_wait")
  }
}
