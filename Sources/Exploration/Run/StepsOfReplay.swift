/// Keeps the last steps of a replayed schedule ready for a crash, which leaves no time to write them.
struct StepsOfReplay {
  let note: CrashNote
  private var places: [UInt: CodePlace?] = [:]

  /// How many steps are kept.
  private static let count = 100

  init(note: CrashNote) { self.note = note }

  /// Notes the steps of a log. The last one is about to run.
  mutating func note(_ log: StepLog) {
    var last = log
    last.entries = log.entries.suffix(Self.count)
    last.dropped = log.entries.count - last.entries.count
    let text = StepText(last, places: TaskPlaces(last, call: nil, known: &places))
    note.note(steps: text.lines(limit: Self.count))
  }
}
