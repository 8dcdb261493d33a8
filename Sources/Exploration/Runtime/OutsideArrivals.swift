import Dispatch

/// The jobs of explored tasks that other threads make ready. Any thread may add one.
final class OutsideArrivals: Sendable {
  struct Arrival: Sendable {
    let job: ReadyJob
    /// The queue or thread that made the job ready: `queue "Samples.save"`.
    let source: String
  }

  private struct State: Sendable {
    /// The number of the body of the run; nil while nothing runs.
    var first: UInt64?
    var known: Set<UInt64> = []
    var arrivals: [Arrival] = []
  }

  private let state = Locked(State())
  private let bell = DispatchSemaphore(value: 0)

  func begin(first: UInt64) { state.withLock { $0.first = first } }

  /// Ends the run, and returns the jobs that nothing has taken.
  func end() -> [Arrival] {
    state.withLock { state in
      defer { state = State() }
      return state.arrivals
    }
  }

  /// Notes a task of the run.
  func know(_ number: UInt64) { _ = state.withLock { $0.known.insert(number) } }

  /// Adds a job if it belongs to the run. A task without a preference belongs to it when it has been seen before.
  func add(_ job: ReadyJob) -> Bool {
    let source = ThreadSource.current
    let isTaken = state.withLock { state in
      guard let first = state.first else { return false }
      if job.kind == .task || job.kind == .unknown && job.route == .global {
        guard job.number >= first, job.route != .global || state.known.contains(job.number) else { return false }
      } else if job.route == .global {
        return false
      }
      state.arrivals.append(Arrival(job: job, source: source))
      return true
    }
    if isTaken { bell.signal() }
    return isTaken
  }

  /// Removes and returns the jobs that have arrived.
  func takeAll() -> [Arrival] {
    state.withLock { state in
      guard !state.arrivals.isEmpty else { return [] }
      defer { state.arrivals = [] }
      return state.arrivals
    }
  }

  /// Blocks until a job arrives, or the time is over.
  func wait(nanoseconds: Int) { _ = bell.wait(timeout: .now() + .nanoseconds(nanoseconds)) }
}
