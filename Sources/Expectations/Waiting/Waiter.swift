/// The sleeping side of one wait, by how it sleeps. It holds one permit: an `unpark` that comes before the `park` is
/// remembered.
///
/// An enumeration of what there is, and no protocol: the machine copies waiters on every event, and a class behind a
/// protocol is copied by calls of the runtime.
enum Waiter: Sendable {
  case thread(ThreadWaiter)
  case runLoop(RunLoopWaiter)
  case task(TaskWaiter)

  /// Ends the `park`, which returns `success`: the verdict of a wait that is over, or nil for one that its waiter is to
  /// finish. Called once, from any thread, and maybe before the `park`; it never blocks.
  func unpark(_ success: Verdict?) {
    switch self {
    case .thread(let waiter): waiter.unpark(success)
    case .runLoop(let waiter): waiter.unpark(success)
    case .task(let waiter): waiter.unpark(success)
    }
  }
}
