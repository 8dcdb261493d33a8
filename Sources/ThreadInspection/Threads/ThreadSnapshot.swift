import Foundation

/// What is known of one thread at one moment. It is a copy: it can be examined later, in any thread.
package struct ThreadSnapshot: Sendable {
  /// What the thread did, and, unless it could not be read, where.
  package enum State: Equatable, Sendable {
    /// It slept in a call of the kernel; nil when it slept elsewhere, such as while memory was loaded.
    case sleeping(SystemCall?)
    case running
  }

  /// The number that the kernel gives the thread.
  package var number: Int32
  /// The name that the kernel knows: at most 15 bytes, and that of its creator until it is set.
  package var name: String
  package var isMain: Bool
  /// Nil when the kernel does not tell.
  package var state: State?
  package var schedule: ScheduleCounters?
  /// Nil when it could not be read.
  var stack: CapturedStack?
  /// The memory at the address for which the thread waits, if it waits for a word of memory. It was read while all
  /// threads that are still slept.
  var lockWords: [UInt8] = []
  /// Whether the thread did not run from when it was read until all threads had been read. All threads that are still
  /// stood there at the same moment.
  var isStill = false

  /// Whether it is known where the thread stood.
  package var isRead: Bool { stack != nil }
}

/// Finds where the threads of this process stand.
package enum ThreadCensus {
  /// The most threads whose stacks are copied. Of others, only numbers are known.
  static let threadLimit = 128

  /// Copies the stacks of all threads. A sleeping thread is not disturbed, and a running one is interrupted for less
  /// than a millisecond.
  ///
  /// - Parameters:
  ///   - limit: The time after which the remaining threads are not read.
  ///   - waitingThread: The thread that is read first; if it sleeps, even after the limit. If it is the calling thread,
  ///     which is left out otherwise, its stack is that of this function.
  /// - Returns: All threads, in this order, or nil where they cannot be listed. A thread that could not be read has no
  ///   stack.
  package static func take(limit: Duration, waitingThread: Int32? = nil) -> [ThreadSnapshot]? {
    #if os(Linux) && arch(x86_64) && canImport(Glibc)
      return ThreadReader(limit: limit)?.read(waitingThread: waitingThread)
    #else
      return nil
    #endif
  }
}
