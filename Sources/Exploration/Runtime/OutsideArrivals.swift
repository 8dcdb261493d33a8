import Dispatch
import Expectations

/// The jobs of explored tasks that other threads make ready. Any thread may add one.
final class OutsideArrivals: Sendable {
  struct Arrival: Sendable {
    let job: ReadyJob
    /// The queue or thread that made the job ready: `queue "Samples.save"`.
    let source: String
    /// The addresses in the functions that made it ready, the innermost first.
    let addresses: [UInt]
  }

  private struct State: Sendable {
    /// The run that has begun; nil while nothing runs.
    var run: ObjectIdentifier?
    var known: Set<UInt64> = []
    var arrivals: [Arrival] = []
    /// Left by the next arrival; nil while nothing waits for one.
    var bell: DispatchGroup?

    mutating func ring() {
      bell?.leave()
      bell = nil
    }
  }

  private let state = Locked(State())

  func begin(_ run: AnyObject) { state.withLock { $0 = State(run: ObjectIdentifier(run)) } }

  /// Ends the run, and returns the jobs that nothing has taken.
  func end() -> [Arrival] {
    state.withLock { state in
      state.ring()
      defer { state = State() }
      return state.arrivals
    }
  }

  func know(_ number: UInt64) { _ = state.withLock { $0.known.insert(number) } }

  /// Adds a job of the executor of a run, if that has not ended.
  func add(_ job: ReadyJob, of run: AnyObject) -> Bool { add(job) { $0.run == ObjectIdentifier(run) } }

  /// Adds a job of the global executor or the main actor, if it belongs to the run: its task has been seen there.
  func add(_ job: ReadyJob) -> Bool {
    job.kind == .task && add(job) { $0.known.contains(job.number) }
  }

  private func add(_ job: ReadyJob, if isOwn: (State) -> Bool) -> Bool {
    guard state.withLock({ isOwn($0) }) else { return false }
    // Not under the lock, and only for what belongs to a run: the name of a thread takes a while.
    let addresses = CodeSymbols.capture()
    let source = ThreadSource.library(of: addresses) ?? ThreadSource.current
    return state.withLock { state in
      guard isOwn(state) else { return false }
      state.arrivals.append(Arrival(job: job, source: source, addresses: addresses))
      state.ring()
      return true
    }
  }

  func takeAll() -> [Arrival] {
    state.withLock { state in
      defer { state.arrivals = [] }
      return state.arrivals
    }
  }

  /// Blocks until a job arrives, or the time is over.
  func wait(nanoseconds: Int) {
    // Not a semaphore: on Linux, its timeout depends on the wall clock.
    let bell = DispatchGroup()
    bell.enter()
    state.withLock { state in
      state.bell = bell
      if !state.arrivals.isEmpty { state.ring() }
    }
    _ = bell.wait(timeout: .now() + .nanoseconds(nanoseconds))
    state.withLock { $0.ring() }
  }
}
