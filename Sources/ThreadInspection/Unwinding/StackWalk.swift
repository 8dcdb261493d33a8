/// The functions on a stack, the innermost first.
struct StackWalk: Equatable, Sendable {
  var frames: [StackFrame] = []
  /// Whether the last frame is the first function of the thread. Otherwise the rest is not known.
  var isComplete = false
}
