/// The time of a manual clock, and who sleeps on it: a plain value, told by the caller what happens.
///
/// Time jumps to where it is set, and those whose instant it passed are then taken one by one, in the order of their
/// instants. A task that was woken sees the clock show the instant that it slept for, not the one that the clock jumped
/// to: what it sleeps next is counted from there, so a task that sleeps a second in a loop wakes ten times in ten
/// seconds.
struct ClockState<Sleeper, Task: Hashable, Watcher> {
  /// What falling asleep came to.
  enum Sleep {
    /// The instant has passed: there is nothing to sleep for.
    case over(Sleeper)
    /// The sleeper had been cancelled before.
    case cancelled(Sleeper)
    /// It sleeps. Those who watch for sleepers and have now seen enough are to be told.
    case asleep(tell: [Watcher])
  }

  private struct Entry {
    var sleeper: Sleeper
    /// The task that sleeps, if it is one.
    var task: Task?
    /// Whether it is a sleeper to those who ask.
    var isCounted: Bool
  }

  /// A call that waits until there are so many sleepers.
  private struct Watch {
    var number: Int
    var wanted: Int
    var watcher: Watcher
  }

  private(set) var now = Instant(nanoseconds: 0)
  private var deadlines = DeadlineHeap<Int>()
  private var entries: [Int: Entry] = [:]
  private var cancelled: Set<Int> = []
  private var behind: [Task: Instant] = [:]
  private var watches: [Watch] = []
  private var lastNumber = 0

  /// Whether anything that counts has ever slept, or wanted to.
  private(set) var hasBeenSleptOn = false

  /// How many sleepers have been waited for in vain for as long as by default, since the last one came; nil when none.
  var givenUpAt: Int?

  /// How many sleep who count.
  private(set) var count = 0

  /// What the clock shows to a task.
  func now(for task: Task?) -> Instant {
    task.flatMap { behind[$0] } ?? now
  }

  /// The instants that are slept for, in order.
  var sleeping: [(sleeper: Sleeper, until: Instant)] {
    deadlines.sorted.compactMap { number, instant in
      let entry = entries[number]!
      return entry.isCounted ? (entry.sleeper, instant) : nil
    }
  }

  // MARK: Falling asleep

  /// A number for a sleeper or a watch to come, by which it can be taken back.
  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Adds a sleeper until `instant`. Waits have a higher rank than tasks: at the same instant, the tasks go first.
  mutating func sleep(
    _ number: Int, _ sleeper: Sleeper, until instant: Instant, rank: Int = 0, task: Task? = nil, isCounted: Bool = true
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

  /// Takes a sleeper out. One that has not fallen asleep yet will not.
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

  /// Sets the time. It does not go back: an earlier instant changes nothing. All tasks see the new time then.
  mutating func jump(to instant: Instant) {
    guard instant > now else { return }
    now = instant
    behind = [:]
  }

  /// When nobody sleeps any longer: the instant of the last sleeper. It may have passed already, while somebody who
  /// moves the clock has still to wake that one; then it is now, as without sleepers.
  var last: Instant { max(now, deadlines.sorted.last?.instant ?? now) }

  /// Takes the next sleeper whose instant has come.
  mutating func popDue() -> Sleeper? {
    guard let instant = deadlines.earliest, instant <= now, let number = deadlines.popFirst() else { return nil }
    let entry = remove(number)!
    if let task = entry.task, instant < now { behind[task] = instant }
    return entry.sleeper
  }

  // MARK: Watching

  /// Returns whether there are enough sleepers already; otherwise the watcher is kept, to be told.
  mutating func watch(_ number: Int, for wanted: Int, _ watcher: Watcher) -> Bool {
    guard count < wanted else { return true }
    watches.append(Watch(number: number, wanted: wanted, watcher: watcher))
    return false
  }

  /// Takes a watch back. The watcher is returned for the caller to release where it sees fit.
  mutating func unwatch(_ number: Int) -> Watcher? {
    guard let index = watches.firstIndex(where: { $0.number == number }) else { return nil }
    return watches.remove(at: index).watcher
  }
}
