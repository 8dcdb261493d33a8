import Dispatch
import Expectations

/// The jobs of explored tasks that other threads make ready. Any thread may add one.
final class OutsideArrivals: Sendable {
  struct Arrival: Sendable {
    let job: ReadyJob
    /// The queue or thread that made the job ready, and the addresses in its functions, the innermost first.
    let source: String
    let addresses: [UInt]
  }

  private struct State: Sendable {
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

  /// Adds a job of the executor of a run, if that has not ended; or one of another executor, if the run has its task.
  func add(_ job: ReadyJob, of run: AnyObject? = nil) -> Bool {
    func isOwn(_ state: State) -> Bool {
      run.map { state.run == ObjectIdentifier($0) } ?? (job.kind == .task && state.known.contains(job.number))
    }
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
