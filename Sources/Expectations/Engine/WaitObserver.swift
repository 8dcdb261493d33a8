/// Receives the events of waits and of the fair clock, for reports. The only instance is `Engine.observer`.
protocol WaitObserver: Sendable {
  /// Called once, when the first wait of the process goes to sleep.
  func start()

  /// Notes that a wait goes to sleep.
  func waitBegan(_ wait: SlotKey, _ request: WaitRequest, _ context: CallingContext)

  /// Returns the time within which a success of a wait with this limit needs no report; nil when every success needs
  /// one.
  func timeWithoutReport(of limit: Nanoseconds) -> Nanoseconds?

  /// Notes that a wait has lasted long enough to find out what else can run. A beat has probed `ProbeTarget.all`.
  func waitIsOld(_ wait: SlotKey, limit: Nanoseconds, at now: MonotonicInstant)

  /// The limit of the shortest wait that is old; nil when there is none.
  var shortestLimit: Nanoseconds? { get }

  /// Returns whether a wait whose time is up may end now. If not, the observer first looks for the reason, which takes
  /// at most ``DeadlineTimer/inspectionTime``, and then calls `proceed`.
  func mayTimeOut(_ wait: SlotKey, proceed: @escaping @Sendable () -> Void) -> Bool

  /// Notes the end of a wait with something to report. Returns the findings about it.
  func waitEnded(_ wait: SlotKey, _ record: WaitRecord) -> Boxed<WaitFindings>

  /// Notes how a wait ended, even if it never slept.
  func note(_ record: WaitRecord)

  /// Returns the findings about a wait that timed out, with where everything stands now.
  func inspect(_ record: WaitRecord) -> Boxed<WaitFindings>

  /// Notes that no test waited for an expectation.
  func noteNeverAwaited(_ title: String, createdAt site: CallSite, of host: any TestHost)

  /// Notes that the fair clock stands still, and since when.
  func clockStandsStill(_ stall: Stall)

  /// Notes the end of a standstill of the fair clock. The caller holds the engine's lock.
  func clockResumed(after stall: Stall)
}
