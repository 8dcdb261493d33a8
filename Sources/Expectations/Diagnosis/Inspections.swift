import Dispatch
import ThreadInspection

/// Copies where the threads and tasks of the process stand, at most ten times a second.
enum Inspections {
  /// Whether the environment allows it: `EXPECTATIONS_STACKS=0` does not. On Apple's systems, where no inspection has
  /// run yet, only another number does.
  static let areAllowed: Bool = {
    #if canImport(Darwin)
      EnvironmentNumber.notNegative("EXPECTATIONS_STACKS") ?? 0 != 0
    #else
      EnvironmentNumber.notNegative("EXPECTATIONS_STACKS") != 0
    #endif
  }()

  private struct Last {
    var inspection: Inspection?
    var taken = MonotonicInstant(nanoseconds: .min)
  }

  private static let last = Locked(Last())
  // A private queue with a priority of its own gets a thread even if the global queues and the pool are blocked.
  private static let queue = DispatchQueue(label: "expectations.inspection", qos: .userInteractive)
  /// Many waits may time out at the same moment; within this time they share one inspection.
  private static let freshness: Nanoseconds = 100_000_000
  /// The time to copy everything; the rest is left out.
  private static let limit = Duration.milliseconds(300)

  /// Copies on a private queue, then calls `body` there. The calling thread does not wait.
  static func copy(_ body: @escaping @Sendable (Inspection?) -> Void) { queue.async { body(recent()) } }

  /// An inspection that is at most a tenth of a second old; nil where none is allowed.
  static func recent() -> Inspection? {
    guard areAllowed else { return nil }
    let known = last.withLock { MonotonicClock.now().since($0.taken) < freshness ? $0.inspection : nil }
    if let known { return known }
    let inspection = Inspection(ProcessInspector.copy(limit: limit))
    let now = MonotonicClock.now()
    last.withLock { $0 = Last(inspection: inspection, taken: now) }
    return inspection
  }

  /// The inspection for a wait that the calling thread has blocked in, or that has suspended its task.
  static func wait(_ inspection: Inspection?, _ context: CallingContext) -> InspectedWait? {
    inspection.map {
      InspectedWait(inspection: $0, waitingThread: context == .suspended ? nil : ProcessInspector.ownThread)
    }
  }
}
