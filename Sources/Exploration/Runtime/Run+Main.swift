/// The main actor of the process, which a run has for itself from its first job there until it waits or ends.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Run {
  /// Waits until nothing else runs on the main actor. Returns false if that takes too long, and ends the run.
  func takeMain() -> Bool {
    guard !hasMain else { return true }
    scheduler.watchdog.beginWaiting()
    defer { scheduler.watchdog.endWaiting() }
    let start = RealTime.now
    // What the main queue gets here is not handed over by the body.
    isInStep = false
    hasMain = scheduler.mainHold.acquire(within: limits.mainWait)
    isInStep = true
    // The time is not that of the body, from which the durations of its sleeps follow.
    let waited = RealTime.now - start
    startOfRun += waited
    startOfStep += waited
    if !hasMain {
      let time = DurationText.text(nanoseconds: limits.mainWait)
      problem = Verdict.Failure(
        text: "The body needs the main actor, which other code has blocked for \(time).")
    }
    return hasMain
  }

  /// Lets other tests use the main actor. A thread that runs the main queue keeps it.
  func letMainGo() {
    guard hasMain, !isOnMain else { return }
    hasMain = false
    scheduler.mainHold.release()
  }
}
