extension Standing {
  /// What a thread or task does or waits for.
  package enum Activity: Sendable, Hashable {
    case running
    /// - `holder`: The number of the thread that holds the lock, if it is known.
    case lock(holder: Holder?)
    case condition
    case semaphore
    case dispatchGroup
    case dispatchSync
    case workItem
    case sleep
    case read
    case write
    case event
    case process
    case threadEnd
    case runLoop
    /// A function of the system or of a library, which this module does not know.
    case asleep
    case continuation
    /// The next element of an `AsyncStream`.
    case stream
    /// The end of another task.
    case task(identity: UInt64)
    case taskGroup
    case actor(Actor)
    case mainActor
    /// A thread of the concurrency pool.
    case pool
    /// A wait of the library that reports this.
    case library(LibraryWait)
    /// The wait that timed out was called inside of this function.
    case inside
    case unknown(Gap)
  }

  /// The thread that holds a lock.
  package struct Holder: Sendable, Hashable {
    package var number: Int32
    package var name: String?
    package var isOfThisWait: Bool
    /// The address of the lock.
    package var lock: UInt64
    /// Whether the holder slept while the other thread waited.
    package var isStill: Bool
    /// Whether the waiting thread gives up by itself after some time.
    package var isLimited: Bool

    package init(
      number: Int32, name: String? = nil, isOfThisWait: Bool = false, lock: UInt64 = 0, isStill: Bool = true,
      isLimited: Bool = false
    ) {
      self.number = number
      self.name = name
      self.isOfThisWait = isOfThisWait
      self.lock = lock
      self.isStill = isStill
      self.isLimited = isLimited
    }
  }

  package struct Actor: Sendable, Hashable {
    package var identity: UInt64
    /// Nil when its type has no name in the program, such as that of a generic actor.
    package var name: String?

    package init(identity: UInt64, name: String?) {
      self.identity = identity
      self.name = name
    }
  }
}
