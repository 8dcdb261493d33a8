import Dispatch
import Foundation

/// One wait: its terms, and the thread or task that sleeps in it. It remembers its permit, even if the machine decides
/// the wait before it sleeps.
final class Wait: Waiter, @unchecked Sendable {
  /// What a wait is for, which decides how its verdict is judged.
  enum Goal: Sendable {
    /// The expectations are complete in time.
    case completion
    /// A fulfillment delivers an error.
    case error
    /// No fulfillment comes before the time is over.
    case nothing
    /// A step of a call that waits several times.
    case step
  }

  let goal: Goal
  /// The timeout that the caller asked for, before scaling.
  let timeout: Duration
  let site: CallSite
  /// Whether the caller needs a report even of a success.
  let needsReport: Bool

  // Sendable: the variables are written before the wait begins, or under the engine's lock. `wake` reads the last three
  // after the only `grant`, when nothing writes them anymore. Any other read without the lock is one by the thread or
  // task of the wait, of what it wrote itself or what was written before `wake`. So no two accesses overlap, and the
  // checks for that, which take as long as the locks, are left out.
  @exclusivity(unchecked) private(set) var terms: WaitTerms
  @exclusivity(unchecked) private(set) var context = CallingContext.suspended
  /// Whether the main queue could run nothing during the wait.
  @exclusivity(unchecked) private(set) var blocksMainQueue = false
  /// Whether another wait, in a block that ran meanwhile, was found to block the main queue in its place.
  @exclusivity(unchecked) var isAroundAnother = false
  @exclusivity(unchecked) private(set) var key: TableKey?
  @exclusivity(unchecked) private(set) var started = Moment.never
  /// Whether it began to sleep while the test ran that created its first expectation. Its failures belong to that test.
  @exclusivity(unchecked) private(set) var isOfRunningTest = false
  /// Until when an observer kept it from waking. Read it only under the lock.
  @exclusivity(unchecked) private(set) var heldUntil = Instant(nanoseconds: .min)
  @exclusivity(unchecked) private var isGranted = false
  @exclusivity(unchecked) private var semaphore: DispatchSemaphore?
  @exclusivity(unchecked) private var exit: RunLoopExit?
  @exclusivity(unchecked) private var continuation: CheckedContinuation<Void, Never>?

  init(
    terms: WaitTerms, goal: Goal = .completion, timeout: Duration, needsReport: Bool = false, site: CallSite
  ) {
    self.terms = terms
    self.goal = goal
    self.timeout = timeout
    self.needsReport = needsReport
    self.site = site
    limit = goal == .nothing ? terms.window : terms.limit
  }

  /// How long it may take, also in a controlled time.
  let limit: Nanoseconds

  // MARK: Blocking

  /// Blocks the calling thread until the wait is over.
  func block(for expectations: [AnyExpectation]) -> EndedWait {
    context = .current
    // Nothing on the main queue can run meanwhile, so its silence is no reason to wait longer.
    if context == .mainQueueJob { (blocksMainQueue, terms.isInRealTime) = (true, true) }
    if let ended = begin(for: expectations, inside: RunLoopWaits.innermost?.key) { return ended }
    park()
    return end(expectations)
  }

  /// Notes that the wait has begun, and may be woken. Call it only under the engine's lock.
  private func prepareToSleep(as key: TableKey) {
    self.key = key
    if context != .suspended { semaphore = DispatchSemaphore(value: 0) }
  }

  /// Sleeps until there is a permit. A thread whose run loop has anything to service does that meanwhile.
  private func park() {
    let mode = ExpectationDefaults.runLoopMode.runnable
    if MainThread.isCurrent || context == .thread { RunLoopWaits.service(self, in: mode) }
    semaphore?.wait()
    // An expectation keeps its last wait, which must not keep the run loop of a thread that ends.
    if exit != nil { withExtendedLifetime(Engine.withLock { _ in exit.take() }) {} }
  }

  /// Whether the wait has its permit.
  var isDecided: Bool { Engine.withLock { _ in isGranted } }

  /// Sets what makes the run loop of the waiting thread return.
  func setRunLoopExit(_ exit: RunLoopExit) { Engine.withLock { _ in if !isGranted { self.exit = exit } } }

  func leaveRunLoopIfDecided() { if isDecided { leaveRunLoop() } }

  func leaveRunLoop() { Engine.withLock { _ in exit }?.leave() }

  // MARK: Suspending

  /// Suspends the calling task until the wait is over. It holds no thread.
  // Not inlined: each copy of this function in its callers costs a tenth of a second to compile, and saves nothing.
  @inline(never)
  nonisolated(nonsending) func suspend(for expectations: [AnyExpectation]) async -> EndedWait {
    let time = limit > 0 ? ControlledTime.current : nil
    if time != nil { (terms.limit, terms.window) = (.max, .max) }
    // A canceled task gives up on nothing, even where it may not sleep: the wait ends as canceled.
    if limit == 0, goal != .nothing, Task.isCancelled { terms.limit = .max }
    if let ended = begin(for: expectations, inside: nil) { return ended }
    let cancelTimer = time.flatMap(startTimer)
    await sleep()
    cancelTimer?()
    return end(expectations)
  }

  /// Ends the wait when its limit has passed in a controlled time. Returns what cancels that.
  private func startTimer(in time: ControlledTime) -> (@Sendable () -> Void)? {
    guard limit != .max, let key else { return nil }
    return time.schedule(.nanoseconds(limit)) { Engine.timeUp(key) }
  }

  nonisolated(nonsending) private func sleep() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { park($0) }
    } onCancel: {
      if let key = Engine.withLock({ _ in key }) { Engine.cancel(key) }
    }
  }

  /// Resumes the continuation as soon as there is a permit, possibly at once.
  ///
  /// The continuation is checked, although an unsafe one would be faster: to the thread sanitizer, an unsafe one that
  /// is resumed before the task has suspended looks like a data race.
  private func park(_ continuation: CheckedContinuation<Void, Never>) {
    let isGranted = Engine.withLock { _ in
      if !self.isGranted { self.continuation = continuation }
      return self.isGranted
    }
    if isGranted { continuation.resume() }
  }

  // MARK: Permits

  /// Grants the permit. The engine calls it once, under its lock, on any thread, possibly before the wait sleeps.
  func grant() { isGranted = true }

  func noteHeld(until instant: Instant) { heldUntil = instant }

  /// Wakes the sleeping thread or task, if there is one. It never blocks. The engine calls it once, after it has
  /// granted the permit and released the lock, or lets an observer call it.
  func wake() {
    if let semaphore {
      // The thread may be in its run loop, or just before it: there, it looks. It returns only after the signal, so it
      // cannot have begun another run of the loop, which would end instead.
      exit?.leave()
      semaphore.signal()
    } else {
      continuation?.resume()
    }
  }

  // MARK: Begin and end

  /// Begins the wait. Returns its end if it ended at once.
  private func begin(for expectations: [AnyExpectation], inside outer: TableKey?) -> EndedWait? {
    let keys = expectations.map(\.key)
    let queue = context == .suspended ? QueueSet.ofRunningTask : nil
    let ended: EndedWait? = Engine.withLock { state in
      switch state.begin(WaitReference(object: self), terms, for: keys, inside: outer, in: queue) {
      case .ended(let verdict):
        started = verdict.time
        return EndedWait(self, expectations, verdict, in: &state)
      case .pending(let key):
        started = state.machine.waits[key].started
        prepareToSleep(as: key)
        return nil
      }
    }
    if ended == nil { isOfRunningTest = !(expectations.first?.host.isOver ?? true) }
    if let observer = RunObservers.current {
      if let ended {
        ended.tell(observer)
      } else if let facts = facts(expectations) {
        observer.waitBegan(facts)
      }
    }
    return ended
  }

  private func end(_ expectations: [AnyExpectation]) -> EndedWait {
    guard let key else { preconditionFailure("a wait has ended without a key") }
    let (ended, state) = Engine.withLock { state in
      let (wait, verdict) = state.end(key)
      if verdict.kind == .cancelled, !RunningTask.isAsyncLet {
        // The code that cancels a task knows of it. An `async let` is canceled because its result is not awaited.
        for key in wait.members { state.machine.expectations[key].isRead = true }
      }
      // It was found to block the main queue.
      if wait.isInRealTime, !terms.isInRealTime { (blocksMainQueue, terms.isInRealTime) = (true, true) }
      return (EndedWait(self, expectations, verdict, in: &state), wait)
    }
    if let observer = RunObservers.current { ended.tell(observer) }
    return withExtendedLifetime(state) { ended }
  }
}

extension RunLoop.Mode {
  /// A loop runs in one mode. The common modes are several, of which the default mode is always one.
  fileprivate var runnable: RunLoop.Mode { self == .common ? .default : self }
}

/// The time limits of one wait: the requested timeout, scaled for slow computers.
struct Limits: Sendable {
  /// The requested or default timeout, before scaling.
  let requested: Duration
  /// How long the wait may take to become complete.
  let limit: Nanoseconds
  /// How long an expectation that must not happen must stay without a fulfillment.
  let window: Nanoseconds

  init(_ timeout: Duration?, scale: Double = Self.scale, quietScale: Double = Self.quietScale) {
    requested = timeout ?? ExpectationDefaults.timeout
    let nanoseconds = max(0, requested.saturatedNanoseconds)
    limit = Self.scaled(nanoseconds, by: scale)
    window = Self.scaled(nanoseconds, by: quietScale)
  }

  private static func scaled(_ nanoseconds: Nanoseconds, by factor: Double) -> Nanoseconds {
    guard factor != 1, nanoseconds != .max else { return nanoseconds }
    let product = Double(nanoseconds) * factor
    return product < 9.2e18 ? Nanoseconds(product) : .max
  }

  /// How long code may take to end after a cancellation or the end of its time: half a second, scaled.
  static let grace = Limits(.milliseconds(500)).limit
  /// How long an evaluation may take beyond the end of its condition, if it began in time: a busy computer may give its
  /// task only a few turns in that time.
  static let graceOfEvaluation = Limits(.seconds(2)).limit
  static let scale = EnvironmentSetting.positive("EXPECTATIONS_TIMEOUT_SCALE") ?? 1
  static let quietScale = EnvironmentSetting.positive("EXPECTATIONS_QUIET_SCALE") ?? 1
}

extension Wait {
  /// Creates a wait of a test.
  ///
  /// - Parameter timeout: How long it may take; nil for the default.
  convenience init(
    _ rule: WaitRule = .all, needsValues: Bool = false, goal: Goal = .completion, timeout: Duration?,
    needsReport: Bool = false, site: CallSite
  ) {
    let limits = Limits(timeout)
    let isWindow = goal == .nothing
    self.init(
      terms: WaitTerms(
        rule: rule, needsValues: needsValues, limit: isWindow ? limits.window : limits.limit, window: limits.window,
        isInRealTime: isWindow, reportsLateness: !needsReport, isQuiet: isWindow),
      goal: goal, timeout: limits.requested, needsReport: needsReport, site: site)
  }

  /// Creates a wait of the library itself, which judges nothing.
  static func ofLibrary(limit: Nanoseconds, of condition: WaitTerms.Span? = nil, site: CallSite) -> Wait {
    Wait(
      terms: WaitTerms(rule: .any, limit: limit, window: limit, judges: false, condition: condition),
      timeout: .nanoseconds(limit), site: site)
  }

  /// Creates a pause of a condition: in real time, but not beyond a deadline on the clock of the condition.
  static func pause(
    _ pause: Nanoseconds, atMost limit: Nanoseconds, of condition: WaitTerms.Span, isInRealTime: Bool, isWindow: Bool,
    site: CallSite
  ) -> Wait {
    Wait(
      terms: WaitTerms(
        rule: .any, limit: limit, window: limit, isInRealTime: isInRealTime, judges: false, isQuiet: isWindow,
        pause: pause, condition: condition),
      timeout: .nanoseconds(limit), site: site)
  }
}
