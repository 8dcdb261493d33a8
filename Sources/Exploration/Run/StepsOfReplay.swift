/// Keeps the last steps of a replayed schedule ready for a crash, which leaves no time to write them.
struct StepsOfReplay {
  let note: CrashNote
  private var places: [UInt: CodePlace?] = [:]

  /// How many steps are kept. Of a long schedule they are fewer, because each step makes the text anew.
  private static let (count, countOfLong) = (100, 12)

  init(note: CrashNote) { self.note = note }

  /// Notes the steps of a log. The last one is about to run.
  mutating func note(_ log: StepLog) {
    var last = log
    last.entries = log.entries.suffix(log.entries.count > 2 * Self.count ? Self.countOfLong : Self.count)
    last.dropped = log.entries.count - last.entries.count
    let text = StepText(last, places: TaskPlaces(last, call: nil, known: &places))
    note.note(steps: text.lines(limit: Self.count))
  }
}
