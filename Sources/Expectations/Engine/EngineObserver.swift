/// Learns of old waits and of the fair clock, for reports. The only instance is `Engine.observer`.
protocol EngineObserver: Sendable {
  /// Called once, when the first wait of the process goes to sleep.
  func start()

  /// Notes that a wait has lasted long enough to find out what else can run. A beat has probed `ProbeTarget.all`.
  func waitIsOld(_ wait: SlotKey, limit: Nanoseconds, at now: MonotonicInstant)

  /// The limit of the shortest wait that is old; nil when there is none.
  var shortestLimit: Nanoseconds? { get }

  /// Returns whether a wait whose time is up may end now. If not, the observer first looks for the reason, which takes
  /// at most ``DeadlineTimer/inspectionTime``, and then calls `proceed`.
  ///
  /// - `now`: When its time was found to be up, in real time.
  /// - `uncounted`: The real time that has not counted for the wait until then.
  func mayTimeOut(
    _ wait: SlotKey, at now: MonotonicInstant, uncounted: Nanoseconds, proceed: @escaping @Sendable () -> Void
  ) -> Bool

  /// Notes that the fair clock stands still, and since when.
  func clockStandsStill(_ stall: Stall)

  /// Notes the end of a standstill of the fair clock. The caller holds the engine's lock.
  func clockResumed(after stall: Stall)
}
