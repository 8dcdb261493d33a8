/// A schedule that does not pass, as far as it is known.
struct Finding: Equatable, Sendable {
  var verdict: Verdict
  /// The number of the schedule, counted from 1.
  var number: Int
  /// What repeats it.
  var code: ScheduleCode
  /// Whether it fails only with each of its deviations.
  var isShortest = false
  /// Its choices, counted with the task of the step before as the first candidate.
  var switches: [Int] = []
  /// How long its run took, in nanoseconds.
  var runTime: Int
  /// How often it failed when it was repeated, and how often it was repeated.
  var failed = 0
  var repeated = 0
  /// Whether no repetition failed, so that something besides the order of tasks decides.
  var isUnrepeatable: Bool { repeated > 0 && failed == 0 }
  /// The steps of the last repetition that failed.
  var log: StepLog?
}
