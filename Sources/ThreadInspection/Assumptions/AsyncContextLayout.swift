/// The stack of a suspended task: a list of contexts, each of which knows its caller.
///
/// Assumption: a context begins with the address of the caller's context and that of the function that continues there.
/// This is compiled into every program.
/// Check: a function must lie in the code of an image.
/// If false: the list ends there.
/// Remove when: the runtime or a module of the toolchain walks the stack of another task.
enum AsyncContextLayout {
  static let caller: UInt64 = 0
  static let resume: UInt64 = 8
  /// A longer list is not read to its end.
  static let limit = 64
}
