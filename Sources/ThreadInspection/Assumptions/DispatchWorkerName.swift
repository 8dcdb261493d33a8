/// The names that Dispatch gives its threads, which tell nothing about what they do.
///
/// Assumption: a name is that of a root queue, of which only the last letters remain, and which ends in `-qos` or
/// `.overcommit`; or `DispatchWorker`, which Swift 6.4 gives all of them.
/// Check: by `RoleTests`.
/// If false: texts show the name that the system gives.
/// Remove when: Dispatch tells which threads are its own.
package enum DispatchWorkerName {
  package static func matches(_ name: String) -> Bool {
    name.hasSuffix("-qos") || name.hasSuffix(".overcommit") || name == "DispatchWorker"
  }
}
