/// One function on a stack.
struct StackFrame: Equatable, Sendable {
  /// Where it continues, or, for the innermost one, where it is.
  var address: UInt64
  /// Whether it has called the function before it, so that `address` is the one after the call.
  var isAfterCall: Bool

  /// An address inside of the instruction that runs: names and lines are looked up there.
  var lookup: UInt64 { isAfterCall ? address &- 1 : address }
}
