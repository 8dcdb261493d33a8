/// What a deadline of the virtual time causes.
enum Sleeper: Sendable {
  /// Runs the job of a timer, which resumes a task that sleeps.
  case job(ReadyJob)
  /// Calls a closure of this module, or of a library that has a time of its own.
  case action(@Sendable () -> Void)
}
