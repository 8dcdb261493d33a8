/// The call of the kernel in which a thread sleeps.
package struct SystemCall: Equatable, Sendable {
  package var number: Int
  /// The six argument registers. Calls with fewer arguments leave anything in the others.
  package var arguments: [UInt64]
}

extension SystemCall {
  /// The wait for a word of memory that all locks and semaphores are built on, if the call is one.
  struct Futex: Equatable, Sendable {
    /// The address of the word.
    var address: UInt64
    /// What is done, without the flags.
    var operation: UInt64
    /// The value that the word had.
    var expected: UInt64
    /// Whether the call ends by itself after some time.
    var hasLimit: Bool
  }

  var futex: Futex? {
    guard number == 202, arguments.count == 6 else { return nil }
    return Futex(
      address: arguments[0], operation: arguments[1] & 0x7f, expected: arguments[2] & 0xffff_ffff,
      hasLimit: arguments[3] != 0)
  }
}
