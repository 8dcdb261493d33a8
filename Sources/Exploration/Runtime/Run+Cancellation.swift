#if os(Linux)
  import ThreadInspection
#endif

/// The cancellation of one task in a run.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Run {
  /// Notes a new task if the test makes it. One that an actor starts may have begun unseen: then, what is on the stack
  /// is not what made it.
  func noteCancelable(_ strand: Int) {
    guard strand > 0, let known = tasks[strand], let reader = Scheduler.taskReader, reader.isNew(known)
    else { return }
    // The time to look up lines is not that of the body, from which the durations of its sleeps follow.
    let isMaker = untimed { scheduler.creations.isOfTest(CodeSymbols.capture(without: callers)) }
    guard let isOfTest = isMaker else {
      let reason = "the lines of this program cannot be read; a debug build has them"
      problem = problem ?? Verdict.Failure(text: ".cancels: it is not known which tasks the test makes: \(reason)")
      return
    }
    guard isOfTest else { return }
    cancelable[strand] = known
    scheduler.hasCancelable = true
  }

  /// A candidate for each task that may be canceled now. One that was canceled leaves none.
  var cancellations: [Candidate] {
    guard let reader = Scheduler.taskReader, !cancelable.isEmpty else { return [] }
    cancelable = cancelable.filter { !reader.hasEnded($0.value) }
    let arrival = nextExtraArrival - 1
    return cancelable.keys.sorted().enumerated().map { index, strand in
      Candidate(strand: Candidate.cancellation(of: strand), arrival: arrival - index)
    }
  }

  /// Cancels the task of a candidate. Its cancellation handlers run here.
  func cancel(_ candidate: Int, choice: Int, of count: Int) {
    let strand = Candidate.cancellation(of: candidate)
    guard let task = cancelable[strand], let pointer = UnsafeRawPointer(bitPattern: UInt(task.address)) else { return }
    trace.addStep(strand: candidate)
    logStep(strand, .cancels, choice: choice, of: count)
    tellOfStep()
    cancelable = [:]
    limits.cancels = false
    self.strand = strand
    startOfStep = RealTime.now
    extraBeforeStep = shownTime.extra
    isInStep = true
    // The task has not ended, so its memory is there. What its handlers start belongs to this run.
    Run.$ofTask.withValue(self) { unsafeBitCast(pointer, to: UnsafeCurrentTask.self).cancel() }
    isInStep = false
  }

  /// The arrival of a candidate that is no job. It is below those of all jobs, and each step has its own.
  var nextExtraArrival: Int { -1 - trace.steps * (Self.mostCancelable + 1) }

  /// How many tasks have arrivals of their own at a step.
  private static let mostCancelable = 1_000
}
