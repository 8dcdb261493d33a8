/// What an exploration found out, from which its report and its text are made.
struct ExplorationFacts: Equatable, Sendable {
  var schedules = 0
  var isComplete = false
  /// Whether a schedule did not repeat the steps of those that began with the same choices.
  var hasVaried = false
  var orders = 0
  var hasReachedTimeLimit = false
  var finding: Finding?
  /// How often the failing schedule failed when it was repeated, of so many times; nil if it was not.
  var repeated: Int?
  static let repetitions = 3
  var difference: Difference?
  /// Whether some schedules were so long that their last steps followed the order of arrival.
  var isCut = false
  /// The first schedule, if it leaves tasks suspended.
  var suspendedLog: StepLog?
  /// How many schedules failed once, beside work from outside, and not when they were repeated.
  var unrepeated = 0
  /// In how many schedules something outside had a part, and the first event of each kind and source.
  var schedulesWithOutside = 0
  var outsideEvents: [OutsideEvent] = []
  /// The time at the end of the last schedule, in nanoseconds, and its steps.
  var virtualTime = 0
  var steps = 0
  var problemOfReplay: String?
  /// Whether a replayed schedule failed, and took other steps than those that its code comes from.
  var isOfOtherSteps = false
  /// Whether no schedule has given a task to be canceled, although one should.
  var lacksCancelable = false
  /// The points that no schedule reached, although one must.
  var unreached: [String] = []
  /// What runs without control on this toolchain, in words.
  var gaps: [String] = []

  func outcome(_ settings: ExplorationSettings) -> ExplorationReport.Outcome {
    if problemOfReplay != nil { return .diverged }
    switch finding?.verdict {
    case .failed: return .failed
    case .stuck: return .stuck
    case .endless: return .endless
    case .passed, nil: break
    }
    if settings.outside == .fails, schedulesWithOutside > 0 { return .outside }
    if difference != nil { return .diverged }
    if !unreached.isEmpty || lacksCancelable { return .failed }
    if settings.deviations != nil, settings.replay == nil, !isComplete { return .diverged }
    return .passed
  }
}

/// A schedule that does not pass, as far as it is known.
struct Finding: Equatable, Sendable {
  var verdict: Verdict
  var number: Int
  var code: ScheduleCode
  /// Whether it fails only with each of its deviations.
  var isShortest = false
  /// Its choices, counted with the task of the step before as the first candidate.
  var switches: [Int] = []
  /// How long its run took, in nanoseconds.
  var runTime: Int
  /// The steps of the last repetition that failed.
  var log: StepLog?
}
