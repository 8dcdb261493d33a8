/// A job that is ready, with what a run has to know of it.
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

/// A task prefers the executor of the exploration, or its job was sent to the global executor or to the main actor.
enum Route: Equatable, Sendable { case preferred, global, main }
