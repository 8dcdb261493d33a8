/// A job that is ready, with what the scheduler has to know to run it.
struct ReadyJob: Sendable {
  let job: UnownedJob
  let kind: JobKind
  let route: Route
  /// The number of the task that the job resumes; 0 for other jobs.
  let number: UInt64

  init(_ job: UnownedJob, _ route: Route, _ jobs: JobReader) {
    (self.job, self.route, kind) = (job, route, jobs.kind(of: job))
    number = kind == .task ? jobs.number(of: job) : 0
  }
}

enum Route: Equatable, Sendable {
  /// The task prefers the executor of the exploration.
  case preferred
  /// The task has no preference, and its job was sent to the global executor.
  case global
  case main
}
