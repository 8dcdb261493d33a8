/// The time of a manual clock and its sleepers: a plain value that changes only when its owner calls it.
///
/// The time jumps to the new instant. The owner then takes the due sleepers one by one, in the order of their instants.
/// A task that the clock woke sees the instant until which the task slept, not the one that the clock jumped to. The
/// next sleep of the task counts from there: a task that sleeps a second in a loop wakes ten times in ten seconds.
struct ClockState<Sleeper, Request> {
  fileprivate struct Entry {
    let number: Int
    let sleeper: Sleeper
    /// The number of the task that sleeps, if it is known.
    let task: UInt64?
    let instant: Instant
  }

  private(set) var now = Instant(nanoseconds: 0)
  /// The sleepers, in the order of their instants, and of their arrival.
  private var entries: [Entry] = []
  /// The times that the clock shows to tasks that it woke, where they differ from `now`.
  private var taskTimes: [UInt64: Instant] = [:]
  private var requests: [(number: Int, minimum: Int, request: Request)] = []
  private var lastNumber = 0
  /// Whether anything has ever slept on the clock, or begun to.
  private(set) var hasBeenSleptOn = false
  /// The smallest count that a call waited for in vain, for the default timeout, since the last sleeper came; nil if
  /// there was no such call.
  var unreachedCount: Int?

  var count: Int { entries.count }

  /// The instants of the sleepers, in order.
  var instants: [Instant] { entries.map(\.instant) }

  /// The time that the clock shows to a task.
  func now(for task: UInt64?) -> Instant { task.flatMap { taskTimes[$0] } ?? now }

  /// A number for a new sleeper or request, with which the caller can withdraw it.
  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  // MARK: Falling asleep

  /// Adds a sleeper until `instant`. Returns the requests for which there are now enough sleepers; nil if the instant
  /// has passed, and there is nothing to sleep for.
  mutating func sleep(_ number: Int, _ sleeper: Sleeper, until instant: Instant, task: UInt64?) -> [Request]? {
    (hasBeenSleptOn, unreachedCount) = (true, nil)
    guard instant > now else {
      if let task, let shown = taskTimes[task] { taskTimes[task] = max(shown, instant) }
      return nil
    }
    if let task { taskTimes[task] = nil }
    let place = entries.firstIndex { $0.instant > instant } ?? entries.count
    entries.insert(Entry(number: number, sleeper: sleeper, task: task, instant: instant), at: place)
    let count = count
    let reached = requests.filter { $0.minimum <= count }.map(\.request)
    requests.removeAll { $0.minimum <= count }
    return reached
  }

  /// Removes a sleeper, if it sleeps.
  mutating func cancel(_ number: Int) -> Sleeper? {
    entries.firstIndex { $0.number == number }.map { entries.remove(at: $0).sleeper }
  }

  // MARK: Time

  /// Sets the time, but never back: an earlier instant changes nothing. After that, all tasks see the new time.
  mutating func jump(to instant: Instant) {
    guard instant > now else { return }
    now = instant
    taskTimes = [:]
  }

  /// The instant of the last sleeper, or `now` when there is none.
  var last: Instant { max(now, entries.last?.instant ?? now) }

  /// Removes and returns the next sleeper whose instant has come.
  mutating func popDue() -> Sleeper? {
    guard let first = entries.first, first.instant <= now else { return nil }
    entries.removeFirst()
    if let task = first.task, first.instant < now { taskTimes[task] = first.instant }
    return first.sleeper
  }

  // MARK: Counting sleepers

  /// Returns whether there are already enough sleepers. If not, keeps the request for a later `sleep`.
  mutating func add(_ request: Request, _ number: Int, for minimum: Int) -> Bool {
    guard count < minimum else { return true }
    requests.append((number, minimum, request))
    return false
  }

  /// Removes a request. Returns it, so that the caller decides where to release it.
  mutating func removeRequest(_ number: Int) -> Request? {
    guard let index = requests.firstIndex(where: { $0.number == number }) else { return nil }
    return requests.remove(at: index).request
  }
}

extension ClockState: Sendable where Sleeper: Sendable, Request: Sendable {}
extension ClockState.Entry: Sendable where Sleeper: Sendable {}
