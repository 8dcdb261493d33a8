/// What the engine tells of waits and of its clock, for reports. `Engine.observer` is the one there is.
protocol WaitObserver: Sendable {
  /// Called once, when the first wait of the process goes to sleep.
  func start()

  /// A wait goes to sleep.
  func waitBegan(_ wait: SlotKey, _ request: WaitRequest, _ context: CallingContext)

  /// How long a wait with a certain limit may take without anything to report of its success; nil when there always is.
  func cleanTime(of limit: Nanoseconds) -> Nanoseconds?

  /// A wait has lasted long enough to ask what else can run: `ProbeTarget.all` has been asked.
  func waitIsOld(_ wait: SlotKey, limit: Nanoseconds, at now: Instant)

  /// The limit of the shortest wait that is old; nil when there is none.
  var shortestLimit: Nanoseconds? { get }

  /// The deadline of a wait has passed, and its waiter is awake; the wait may have ended long before.
  func deadlinePassed(of wait: SlotKey)

  /// A wait with something to report has ended. Returns what was found of it.
  func waitEnded(_ wait: SlotKey, _ record: WaitRecord) -> Boxed<WaitFindings>

  /// Notes how a wait ended, also one that never slept.
  func note(_ record: WaitRecord)

  /// Notes that no test waited for an expectation.
  func noteNeverAwaited(_ expectation: any AnyExpectation)

  /// The clock stands still.
  func clockStandsStill()

  /// A standstill of the clock is over. Under the lock of the engine.
  func clockWentOn(after stall: Stall)
}
