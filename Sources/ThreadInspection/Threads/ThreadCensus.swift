import Foundation

/// Finds where the threads of this process stand.
package enum ThreadCensus {
  /// The most threads whose stacks are copied. Of others, only numbers are known.
  static let threadLimit = 128

  /// Copies the stacks of all threads. A sleeping thread is not disturbed, and a running one is interrupted for less
  /// than a millisecond.
  ///
  /// - Parameters:
  ///   - limit: The time after which the remaining threads are not read.
  ///   - includesCaller: Whether the calling thread is included. Its stack is that of this function.
  /// - Returns: All threads, in the order of their numbers, or nil where they cannot be listed. A thread that could not
  ///   be read has no stack.
  package static func take(limit: Duration, includesCaller: Bool = false) -> [ThreadSnapshot]? {
    #if os(Linux) && arch(x86_64) && canImport(Glibc)
      return ThreadReader(limit: limit)?.read(includesCaller: includesCaller)
    #else
      return nil
    #endif
  }
}
