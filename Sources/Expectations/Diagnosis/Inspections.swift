import Dispatch

#if Stacks && os(Linux)
  import ThreadInspection
#endif

/// Copies where the threads and tasks of the process stand, at most ten times a second.
package enum Inspections {
  /// Whether the environment allows it: `EXPECTATIONS_STACKS=0` does not. Only on Linux is there any inspection.
  package static let areAllowed: Bool = {
    #if Stacks && os(Linux)
      EnvironmentSetting.notNegative("EXPECTATIONS_STACKS") != 0
    #else
      false
    #endif
  }()

  private struct Last {
    var inspection: Inspection?
    /// When the copying began.
    var began = MonotonicInstant(nanoseconds: .min)
  }

  private static let last = Locked(Last())
  // A private queue with a priority of its own gets a thread even if the global queues and the pool are blocked.
  private static let queue = DispatchQueue(label: "expectations.inspection", qos: .userInteractive)
  // Names take longer, and the copy for the next wait must not be late.
  private static let nameQueue = DispatchQueue(label: "expectations.names", qos: .userInteractive)
  /// Many waits may time out at the same moment: a wait takes an inspection that began at most this long before the
  /// wait asked for one.
  private static let freshness: Nanoseconds = 100_000_000
  /// The time to copy everything, which takes some milliseconds, and hundreds on a busy computer; the rest is left out.
  private static let limit = Duration.seconds(1)

  /// Runs code that reads threads on the private queue. The calling thread does not wait.
  static func perform(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }

  /// Copies on a private queue, then calls `body` there. The calling thread does not wait.
  ///
  /// - Parameter isNew: Whether an inspection does not do that began before the call.
  static func copy(isNew: Bool = false, _ body: @escaping @Sendable (Inspection?) -> Void) {
    let oldest = oldest(isNew)
    queue.async { body(recent(since: oldest)) }
  }

  private static func oldest(_ isNew: Bool) -> MonotonicInstant {
    MonotonicClock.now().advanced(by: isNew ? 0 : -freshness)
  }

  /// Looks up names and lines on a private queue, then calls `body` there. A caller in the pool would hold one of its
  /// threads meanwhile, and so delay other tests.
  static func lookUpNames(of inspection: Inspection?, _ body: @escaping @Sendable () -> Void) {
    nameQueue.async {
      inspection?.lookUpNames()
      body()
    }
  }

  /// Runs code that reads tasks and looks up names on the private queue for names. The calling task is suspended.
  static func read<Result: Sendable>(
    isolation: isolated (any Actor)?, _ body: @escaping @Sendable () -> Result
  ) async -> Result {
    await withCheckedContinuation(isolation: isolation) { continuation in
      nameQueue.async { continuation.resume(returning: body()) }
    }
  }

  /// Does the same, and blocks the calling thread.
  static func readBlocking<Result>(_ body: () -> Result) -> Result {
    ControlledTime.outsideSteps { nameQueue.sync(execute: body) }
  }

  /// Copies, and looks up names and lines. The calling task is suspended.
  static func complete(isNew: Bool = false, isolation: isolated (any Actor)?) async -> Inspection? {
    await withCheckedContinuation(isolation: isolation) { continuation in
      copy(isNew: isNew) { inspection in lookUpNames(of: inspection) { continuation.resume(returning: inspection) } }
    }
  }

  /// Copies, and looks up names and lines, on the private queues. The calling thread waits.
  static func completeBlocking(isNew: Bool = false) -> Inspection? {
    let oldest = oldest(isNew)
    return ControlledTime.outsideSteps {
      let inspection = queue.sync { recent(since: oldest) }
      nameQueue.sync { inspection?.lookUpNames() }
      return inspection
    }
  }

  /// An inspection that began at most a tenth of a second ago; nil where none is allowed.
  static func recent() -> Inspection? { recent(since: oldest(false)) }

  private static func recent(since oldest: MonotonicInstant) -> Inspection? {
    guard areAllowed else { return nil }
    let known = last.withLock { $0.began >= oldest ? $0.inspection : nil }
    if let known { return known }
    #if Stacks && os(Linux)
      let began = MonotonicClock.now()
      let inspection = Inspection(ProcessInspector.copy(limit: limit), awaited: awaited)
      // The previous one is released outside the lock.
      let previous = last.withLock { last in
        defer { last = Last(inspection: inspection, began: began) }
        return last.inspection
      }
      withExtendedLifetime(previous) {}
      return inspection
    #else
      return nil
    #endif
  }

  /// What live waits wait for. Of several in one line that differ, none has a name.
  private static var awaited: [WaitLine: String] {
    let waits = Engine.withLock { state in
      state.machine.waits.values.map { ($0.parameters.place.site, $0.waiter.object) }
    }
    var names: [WaitLine: Set<String>] = [:]
    for (site, waiter) in waits {
      guard let site, let name = waiter.awaited else { continue }
      names[WaitLine(file: "\(site.filePath)", line: Int(clamping: site.line)), default: []].insert(name)
    }
    return names.compactMapValues { $0.count == 1 ? $0.first : nil }
  }

  /// The inspection for a wait that the calling thread has blocked in, or that has suspended the calling task.
  static func wait(_ inspection: Inspection?, _ context: CallingContext, of host: any TestHost) -> InspectedWait? {
    #if Stacks && os(Linux)
      guard let inspection else { return nil }
      // An exploration would take the tasks that this makes for those of its body.
      let test = ControlledTime.current == nil ? TestIdentity.ofCallingTask() : nil
      var wait = ResolvedSnapshot.Wait(firstTask: host.firstTask, test: test)
      if context.isSuspended {
        wait.task = RunningTask.current?.number
      } else {
        wait.thread = ProcessInspector.ownThread
      }
      return InspectedWait(inspection, wait)
    #else
      return nil
    #endif
  }

  /// Learns how the tasks of a test are recognized. Call it in a task of a test.
  static func prepareTest() {
    #if Stacks && os(Linux)
      TestIdentity.learn()
    #endif
  }

  /// Looks up before the first test what the loader knows by name: a thread that is stuck in the constructor of a
  /// library holds the lock of the loader, and with it would hold every wait that fails.
  static func prepare() {
    #if Stacks && os(Linux)
      ProcessInspector.prepare()
    #endif
    RunningTask.prepare()
  }
}
