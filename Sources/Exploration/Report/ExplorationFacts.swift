/// What an exploration found out, from which its report and its text are made.
struct ExplorationFacts: Equatable, Sendable {
  var schedules = 0
  var isComplete = false
  var hasReachedTimeLimit = false
  var finding: Finding?
  /// In how many schedules jobs came from outside, and from where.
  var schedulesWithOutside = 0
  var sources: [String] = []
  /// The time at the end of the last schedule, in nanoseconds, and its steps.
  var virtualTime = 0
  var steps = 0
  var problemOfReplay: String?
  /// What runs without control on this toolchain, in words.
  var gaps: [String] = []

  mutating func noteOutside(_ count: Int, _ new: [String]) {
    guard count > 0 else { return }
    schedulesWithOutside += 1
    for source in new where !sources.contains(source) { sources.append(source) }
  }

  /// How the exploration ended.
  func outcome(_ settings: ExplorationSettings) -> ExplorationReport.Outcome {
    if problemOfReplay != nil { return .diverged }
    switch finding?.verdict {
    case .failed: return .failed
    case .stuck: return .stuck
    case .endless: return .endless
    case .passed, nil: break
    }
    if settings.outside == .fails, schedulesWithOutside > 0 { return .outside }
    if settings.deviations != nil, settings.replay == nil, !isComplete { return .diverged }
    return .passed
  }
}
