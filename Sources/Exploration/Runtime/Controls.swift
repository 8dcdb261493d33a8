/// What of the runtime can be controlled here. It is found out once, at the first exploration.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct Controls: Sendable {
  var number: TaskNumber?
  var header: JobHeader?
  var arming: ActorArming?
  var seesGlobalJobs: Bool
  var seesMainActor: Bool
  var seesDefaultExecutor: Bool
  /// Whether real clocks follow the virtual time.
  var clocksFollow: Bool
  /// Whether those of the standard library do so exactly.
  var clocksAreExact: Bool

  static let shared = Controls.find()

  /// Looks everything up, and installs what is there.
  static func find() -> Controls {
    let (number, header) = JobProbe.run()
    _ = Handovers.install()
    return Controls(
      number: number, header: header, arming: ActorArming(header),
      seesGlobalJobs: GlobalEnqueueHook.isCalledByRuntime(),
      seesMainActor: MainExecutorHook.install(), seesDefaultExecutor: DefaultExecutor.install(),
      clocksFollow: MovedClocks.follow, clocksAreExact: MovedClocks.areExact)
  }

  /// The controls that a test of this module sets for its explorations.
  @TaskLocal static var replacement: Controls?

  static var current: Controls { replacement ?? shared }

  /// Why nothing can be explored here; nil if something can.
  var problem: String? {
    number == nil ? "this runtime does not tell its tasks apart" : nil
  }

  /// What runs without control here, in words.
  var gaps: [String] {
    var gaps: [String] = []
    if !seesGlobalJobs { gaps.append("tasks of Task {}") }
    if !seesMainActor { gaps.append("the main actor") }
    if !seesDefaultExecutor { gaps.append("yields and sleeps of tasks of Task {}") }
    return gaps
  }
}
