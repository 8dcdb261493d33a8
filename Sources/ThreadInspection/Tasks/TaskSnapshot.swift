/// A suspended task, as its memory showed it at one moment.
struct TaskSnapshot: Equatable, Sendable {
  /// What a task needs in order to continue.
  enum Need: Equatable, Sendable {
    case continuation
    /// The end of another task, by its address.
    case task(UInt64)
    /// The next child of a group.
    case group
    /// A turn on an executor: an actor by its address, or 0 for the concurrency pool.
    case executor(UInt64, implementation: UInt64)
  }

  struct Start: Equatable, Sendable {
    /// The address of the description of an asynchronous function.
    var description: UInt64
    var function: UInt64
    /// Where that function may jump: one that only unpacks a closure jumps to its code.
    var targets: [UInt64] = []
  }

  let address: UInt64
  /// The lower half of the number that the runtime gives the task. A task that is created later has a greater one.
  var number: UInt32 = 0
  let need: Need
  var name: String?
  /// Where it continues, its innermost function first.
  var functions: [UInt64]
  /// If it has not begun: what may be the function with which it begins.
  var starts: [Start] = []
  /// The address in the first word of the actor, which stands for its type.
  var actorType: UInt64?
}
