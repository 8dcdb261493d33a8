/// The time of a manual clock and its sleepers: a plain value that changes only when its owner calls it.
///
/// The time jumps to the new instant. The owner then takes the due sleepers one by one, in the order of their instants.
/// To a task that it woke, the clock shows the instant that the task slept for, not the one that the clock jumped to.
/// The task's next sleep counts from there: a task that sleeps a second in a loop wakes ten times in ten seconds.
struct ClockState<Sleeper, Task: Hashable, Watcher> {
  /// The result of a call that begins a sleep.
  enum Sleep {
    /// The instant has already passed: there is nothing to sleep for.
    case over(Sleeper)
    /// The sleep was cancelled before it began.
    case cancelled(Sleeper)
    /// The sleeper sleeps. The caller must tell the watchers in `tell`, for which there are now enough sleepers.
    case asleep(tell: [Watcher])
  }

  private struct Entry {
    var sleeper: Sleeper
    /// The task that sleeps, if the sleeper is a task.
    var task: Task?
    /// Whether the sleeper counts for callers that ask for the sleepers.
    var isCounted: Bool
  }

  /// A call that waits until there are `wanted` sleepers.
  private struct Watch {
    var number: Int
    var wanted: Int
    var watcher: Watcher
  }

  private(set) var now = MonotonicInstant(nanoseconds: 0)
  private var deadlines = DeadlineHeap<Int>()
  private var entries: [Int: Entry] = [:]
  private var cancelled: Set<Int> = []
  private var behind: [Task: MonotonicInstant] = [:]
  private var watches: [Watch] = []
  private var lastNumber = 0

  /// Whether any sleeper that counts has ever slept, or asked to.
  private(set) var hasBeenSleptOn = false

  /// The smallest count that a call with the default timeout waited for in vain since the last sleeper came; nil if
  /// none.
  var givenUpAt: Int?

  /// How many of the sleepers count.
  private(set) var count = 0

  /// The time that the clock shows to a task.
  func now(for task: Task?) -> MonotonicInstant {
    task.flatMap { behind[$0] } ?? now
  }

  /// The sleepers that count, with their instants, in order.
  var sleeping: [(sleeper: Sleeper, until: MonotonicInstant)] {
    deadlines.sorted.compactMap { number, instant in
      let entry = entries[number]!
      return entry.isCounted ? (entry.sleeper, instant) : nil
    }
  }

  // MARK: Falling asleep

  /// A number for a new sleeper or watch, with which the caller can withdraw it.
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
    if isCounted { (hasBeenSleptOn, givenUpAt) = (true, nil) }
    guard instant > now else {
      if let task, let shown = behind[task] { behind[task] = max(shown, instant) }
      return .over(sleeper)
    }
    if let task { behind[task] = nil }
    entries[number] = Entry(sleeper: sleeper, task: task, isCounted: isCounted)
    deadlines.add(number, at: instant, rank: rank)
    if isCounted { count += 1 }
    let count = count
    let told = watches.filter { $0.wanted <= count }
    if !told.isEmpty { watches.removeAll { $0.wanted <= count } }
    return .asleep(tell: told.map(\.watcher))
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

  /// Forgets a sleeper that has left, and a cancellation that came too late for it.
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
    behind = [:]
  }

  /// The instant of the last sleeper; now, if there is none. Now also if that instant has passed, because another
  /// caller that moved the clock has not woken that sleeper yet.
  var last: MonotonicInstant { max(now, deadlines.sorted.last?.instant ?? now) }

  /// Removes and returns the next sleeper whose instant has come.
  mutating func popDue() -> Sleeper? {
    guard let instant = deadlines.earliest, instant <= now, let number = deadlines.popFirst() else { return nil }
    let entry = remove(number)!
    if let task = entry.task, instant < now { behind[task] = instant }
    return entry.sleeper
  }

  // MARK: Watching

  /// Returns whether there are already enough sleepers. If not, keeps the watcher, to be told later.
  mutating func watch(_ number: Int, for wanted: Int, _ watcher: Watcher) -> Bool {
    guard count < wanted else { return true }
    watches.append(Watch(number: number, wanted: wanted, watcher: watcher))
    return false
  }

  /// Removes a watch. Returns the watcher, so that the caller decides where to release it.
  mutating func unwatch(_ number: Int) -> Watcher? {
    guard let index = watches.firstIndex(where: { $0.number == number }) else { return nil }
    return watches.remove(at: index).watcher
  }
}
