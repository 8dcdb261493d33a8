/// The functions that tell what a thread is for. Its name does not: a thread has that of its creator at first.
///
/// Assumption: a thread that runs a task is in a function of the Swift runtime that begins so. The threads of the
/// concurrency pool are threads of Dispatch, which is a library of this name or part of the program, and whose threads
/// begin in the function of this name.
/// Check: none is needed: other functions decide nothing.
/// If false: the thread is called by its own name.
/// Remove when: the runtime or Dispatch tell what a thread is for.
enum RoleFunctions {
  private static let runsTask = [
    "swift_job_run", "_swift_job_run", "_ZL17swift_job_run", "_ZN5swift34runJobInEstablished",
  ]
  private static let worker = "_dispatch_worker_thread"
  private static let library = "/libdispatch."

  /// - Parameters:
  ///   - frames: What is known of the functions on the stack of the thread, the innermost first.
  ///   - isComplete: Whether the last of them is the first function of the thread.
  static func role(isMain: Bool, frames: [CodePlace?], isComplete: Bool) -> Standing.Role {
    guard !isMain else { return .main }
    guard let task = frames.lastIndex(where: runsTask) else {
      return frames.contains { $0?.symbol == worker } ? .dispatchWorker : .other
    }
    // An executor of the tester can run tasks on any thread.
    return !isComplete || frames[task...].contains(where: isOfDispatch) ? .pool : .other
  }

  private static func runsTask(_ frame: CodePlace?) -> Bool {
    guard let symbol = frame?.symbol else { return false }
    return runsTask.contains { symbol.hasPrefix($0) }
  }

  private static func isOfDispatch(_ frame: CodePlace?) -> Bool {
    frame.map { $0.symbol == worker || $0.image.contains(text: library) } ?? false
  }
}
