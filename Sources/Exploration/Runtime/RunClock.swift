import Expectations

/// The time of a run: the virtual time, what the clocks of its body show, and how long its steps have really taken.
final class RunClock {
  var time = VirtualTime<() -> Void>()
  private let shown = ShownTime()
  private var (startOfRun, startOfStep) = (RealTime.now, RealTime.now)
  /// How far exact clocks had moved besides the virtual time when the step began.
  private var extraBeforeStep = 0
  /// Whether code of the body runs, whose clocks show the time of the run.
  private(set) var isInStep = false {
    didSet {
      guard MovedClocks.follow else { return }
      shown.now = time.now
      MovedClocks.show(isInStep ? shown : nil)
    }
  }

  func inStep(_ body: () -> Void) {
    startOfStep = RealTime.now
    extraBeforeStep = shown.extra
    isInStep = true
    body()
    isInStep = false
  }

  /// Does work of the exploration, whose time does not count.
  func untimed<Result>(_ body: () -> Result) -> Result {
    let (start, wasInStep) = (RealTime.now, isInStep)
    if wasInStep { isInStep = false }
    defer {
      let time = RealTime.now - start
      startOfRun += time
      startOfStep += time
      if wasInStep { isInStep = true }
    }
    return body()
  }

  func duration(remaining: Int, in sleeps: inout SleepTable) -> Int {
    let now = RealTime.now
    // Between the call of a sleep and its arrival, clocks are read a few times.
    let exactly = MovedClocks.areExact ? [4, shown.extra - extraBeforeStep, shown.extra] : []
    return sleeps.duration(
      remaining: remaining, exactly: exactly, sinceStep: now - startOfStep, sinceRun: now - startOfRun)
  }
}
