/// The time of a manual clock and its sleepers: a plain value that changes only when its owner calls it.
///
/// The time jumps to the new instant. The owner then takes the due sleepers one by one, in the order of their instants.
/// A task that the clock woke sees the instant until which the task slept, not the one that the clock jumped to. The
/// next sleep of the task counts from there: a task that sleeps a second in a loop wakes ten times in ten seconds.
struct ClockState<Sleeper, Task: Hashable, Event> {
  /// The result of a call that begins a sleep.
  enum Sleep {
    /// The instant has already passed: there is nothing to sleep for.
    case over(Sleeper)
    /// The sleep was canceled before it began.
    case cancelled(Sleeper)
    /// The sleeper sleeps. There are now enough sleepers for the requests of these events, which the caller must send.
    case asleep(send: [Event])
  }

  private struct Entry {
    var sleeper: Sleeper
    /// The task that sleeps, if the sleeper is a task.
    var task: Task?
    /// Whether the sleeper counts for callers that wait for sleepers.
    var isCounted: Bool
  }

  /// The request of a call that waits until there are `minimum` sleepers.
  private struct CountRequest {
    var number: Int
    var minimum: Int
    var event: Event
  }

  private(set) var now = MonotonicInstant(nanoseconds: 0)
  private var deadlines = DeadlineHeap<Int>()
  private var entries: [Int: Entry] = [:]
  private var cancelled: Set<Int> = []
  /// The times that the clock shows to tasks that it woke, where they differ from `now`.
  private var taskTimes: [Task: MonotonicInstant] = [:]
  private var countRequests: [CountRequest] = []
  private var lastNumber = 0

  /// Whether any sleeper that counts has ever slept, or begun to.
  private(set) var hasBeenSleptOn = false

  /// The smallest count that a call waited for in vain, for the default timeout, since the last sleeper came; nil if
  /// there was no such call.
  var unreachedCount: Int?

  /// How many of the sleepers count.
  private(set) var count = 0

  /// The time that the clock shows to a task.
  func now(for task: Task?) -> MonotonicInstant {
    task.flatMap { taskTimes[$0] } ?? now
  }

  /// The sleepers that count, with their instants, in order.
  var sleeping: [(sleeper: Sleeper, until: MonotonicInstant)] {
    deadlines.sorted.compactMap { number, instant in
      let entry = entries[number]!
      return entry.isCounted ? (entry.sleeper, instant) : nil
    }
  }

  // MARK: Falling asleep

  /// A number for a new sleeper or request, with which the caller can withdraw it.
  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Adds a sleeper until `instant`. Waits have a higher rank than tasks: at the same instant, the tasks wake first.
  mutating func sleep(
    _ number: Int, _ sleeper: Sleeper, until instant: MonotonicInstant, rank: Int = 0, task: Task? = nil,
    isCounted: Bool = true
  ) -> Sleep {
    if cancelled.remove(number) != nil { return .cancelled(sleeper) }
    if isCounted { (hasBeenSleptOn, unreachedCount) = (true, nil) }
    guard instant > now else {
      if let task, let shown = taskTimes[task] { taskTimes[task] = max(shown, instant) }
      return .over(sleeper)
    }
    if let task { taskTimes[task] = nil }
    entries[number] = Entry(sleeper: sleeper, task: task, isCounted: isCounted)
    deadlines.add(number, at: instant, rank: rank)
    if isCounted { count += 1 }
    let count = count
    let reached = countRequests.filter { $0.minimum <= count }
    if !reached.isEmpty { countRequests.removeAll { $0.minimum <= count } }
    return .asleep(send: reached.map(\.event))
  }

  /// Removes a sleeper. If it has not begun to sleep yet, it will not.
  mutating func cancel(_ number: Int) -> Sleeper? {
    guard let entry = remove(number) else {
      cancelled.insert(number)
      return nil
    }
    deadlines.remove(number)
    return entry.sleeper
  }

  /// Removes a sleeper that is awake, and a cancellation that came too late for it.
  mutating func forget(_ number: Int) {
    cancelled.remove(number)
    if remove(number) != nil { deadlines.remove(number) }
  }

  private mutating func remove(_ number: Int) -> Entry? {
    let entry = entries.removeValue(forKey: number)
    if let entry, entry.isCounted { count -= 1 }
    return entry
  }

  // MARK: Time

  /// Sets the time, but never back: an earlier instant changes nothing. After that, all tasks see the new time.
  mutating func jump(to instant: MonotonicInstant) {
    guard instant > now else { return }
    now = instant
    taskTimes = [:]
  }

  /// The instant of the last sleeper, or `now` when there is none. It is also `now` if that instant has passed, because
  /// another caller moved the clock and has not woken that sleeper yet.
  var last: MonotonicInstant { max(now, deadlines.sorted.last?.instant ?? now) }

  /// Removes and returns the next sleeper whose instant has come.
  mutating func popDue() -> Sleeper? {
    guard let instant = deadlines.earliest, instant <= now, let number = deadlines.popFirst() else { return nil }
    let entry = remove(number)!
    if let task = entry.task, instant < now { taskTimes[task] = instant }
    return entry.sleeper
  }

  // MARK: Counting sleepers

  /// Returns whether there are already enough sleepers. If not, keeps the event for a later `sleep`, which returns it.
  mutating func addCountRequest(_ number: Int, for minimum: Int, _ event: Event) -> Bool {
    guard count < minimum else { return true }
    countRequests.append(CountRequest(number: number, minimum: minimum, event: event))
    return false
  }

  /// Removes a request. Returns its event, so that the caller decides where to release it.
  mutating func removeCountRequest(_ number: Int) -> Event? {
    guard let index = countRequests.firstIndex(where: { $0.number == number }) else { return nil }
    return countRequests.remove(at: index).event
  }
}
