/// The waits of one test around one of them, in one run, and how many waits of other tests there were at the same time.
struct Timeline {
  let test: String
  let run: Int
  /// The wait that failed, or the same wait in a run in which it passed.
  let focus: LedgerEntry
  /// The waits of the test in the process of that wait, in the order of their ends, and the late fulfillments.
  private(set) var entries: [LedgerEntry] = []
  /// How many waits of the test are left out.
  private(set) var omitted = 0
  /// How many waits of other tests were there at the same time.
  private(set) var others = 0
  /// The names of these tests, up to a maximum.
  private(set) var otherTests: Set<String> = []

  /// How many waits are kept before the one that it is about, and after.
  static let before = 30
  static let after = 10
  private static let mostNames = 1000

  /// When the first of them began, and how much time they took together.
  var start: Double { entries.compactMap(\.began).min() ?? 0 }
  var span: Double { (entries.compactMap { $0.isWait ? $0.ended : $0.began }.max() ?? start) - start }

  private var hasFocus = false
  private var later = 0

  init(test: String, run: Int, focus: LedgerEntry) {
    self.test = test
    self.run = run
    self.focus = focus
  }

  fileprivate mutating func add(_ entry: LedgerEntry, of name: String) {
    guard let began = entry.began else { return }
    guard name == test else {
      if entry.isWait, let start = focus.began, let end = focus.ended, let ended = entry.ended, began < end,
        ended > start
      {
        others += 1
        if otherTests.count < Self.mostNames { otherTests.insert(name) }
      }
      return
    }
    guard entry.process == focus.process else { return }
    if hasFocus { later += 1 }
    if entry == focus { hasFocus = true }
    guard later <= Self.after else {
      omitted += 1
      return
    }
    entries.append(entry)
    if !hasFocus, entries.count > Self.before {
      entries.removeFirst()
      omitted += 1
    }
  }
}

/// Reads the files again, for the timelines of failed tests.
struct Timelines {
  private var timelines: [Timeline] = []

  /// Chooses what to collect: the failed runs of each test, and one run in which it passed.
  init(of tests: [FailedTest], failedRuns: Int = 3) {
    for test in tests {
      for run in test.failed.prefix(failedRuns) + test.passed.prefix(1) {
        // Without a time, there is no place for the wait.
        guard let focus = test.focus(in: run), focus.began != nil else { continue }
        timelines.append(Timeline(test: test.name, run: run, focus: focus))
      }
    }
  }

  func isNeeded(for run: Int) -> Bool { timelines.contains { $0.run == run } }

  mutating func add(_ entry: LedgerEntry, run: Int) {
    let name = entry.testName
    for index in timelines.indices where timelines[index].run == run { timelines[index].add(entry, of: name) }
  }

  /// Removes the timelines of a run whose file cannot be read again.
  mutating func remove(run: Int) { timelines.removeAll { $0.run == run } }

  func of(_ test: String) -> [Timeline] { timelines.filter { $0.test == test } }
}
