/// What of the runtime can be controlled here. It is found out once, at the first exploration.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct Controls: Sendable {
  /// Nil where nothing can be explored.
  var jobs: JobReader?
  /// Keeps the actor of a drain job busy; nil where that is not possible.
  var arming: ActorArming.Arm?
  var seesGlobalJobs: Bool
  var seesMainActor: Bool
  var seesDefaultExecutor: Bool

  static let shared = Controls.find()

  static func find() -> Controls {
    let jobs = JobReader.find()
    _ = SubmittedWork.install
    _ = MovedClocks.areExact
    func has(_ symbol: String) -> Bool { RuntimeSymbol.address(symbol) != nil }
    return Controls(
      jobs: jobs, arming: ActorArming.find(jobs),
      seesGlobalJobs: has(GlobalEnqueueHook.variableName) && GlobalEnqueueHook.isCalledByRuntime,
      seesMainActor: has(MainExecutorHook.variableName) && MainExecutorHook.isInstalled,
      seesDefaultExecutor: has("swift_createExecutors") && DefaultExecutor.isInstalled)
  }

  /// The controls that a test of this module sets for its explorations.
  @TaskLocal static var replacement: Controls?
  static var current: Controls { replacement ?? shared }

  /// What runs without control here, in words.
  var gaps: [String] {
    (seesGlobalJobs ? [] : ["tasks of Task {}"]) + (seesMainActor ? [] : ["the main actor"])
      + (seesDefaultExecutor ? [] : [DefaultExecutor.gap])
  }
}
