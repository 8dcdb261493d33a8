/// The functions that tell what a thread is for. Its name does not: a thread has that of its creator at first.
///
/// Assumption: a thread that runs a task is in a function of the Swift runtime that begins so, and a thread of
/// Dispatch began in the function of this name.
/// Check: none is needed: other functions decide nothing.
/// If false: the thread is called by its own name.
/// Remove when: the runtime or Dispatch tell what a thread is for.
enum RoleFunctions {
  private static let runsTask = [
    "swift_job_run", "_swift_job_run", "_ZL17swift_job_run", "_ZN5swift34runJobInEstablished",
  ]
  private static let worker = "_dispatch_worker_thread"

  /// - Parameter functions: The symbols on the stack of the thread.
  static func role(isMain: Bool, functions: some Sequence<String>) -> Standing.Role {
    guard !isMain else { return .main }
    var role = Standing.Role.other
    for function in functions {
      if runsTask.contains(where: { function.hasPrefix($0) }) { return .pool }
      if function == worker { role = .dispatchWorker }
    }
    return role
  }
}
