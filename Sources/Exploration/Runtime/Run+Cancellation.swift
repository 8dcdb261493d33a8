#if os(Linux)
  import ThreadInspection
#endif

/// A task that the body has given to be canceled.
struct Cancelable: Sendable {
  let number: UInt64
  let task: KnownTask
  /// Nil when the task has ended.
  var cancel: (@Sendable () -> Void)?
}

/// The cancellation of one task in a run.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Run {
  /// Notes a task that may be canceled.
  func noteCancelable(_ job: UnownedJob, _ cancel: @escaping @Sendable () -> Void) {
    scheduler.hasCancelable = true
    guard limits.cancels, let number = controls.number?(job), !cancelable.contains(where: { $0.number == number })
    else { return }
    let task = KnownTask(address: unsafeBitCast(job, to: UInt.self), number: number)
    cancelable.append(Cancelable(number: number, task: task, cancel: cancel))
  }

  /// A candidate for each task that may be canceled now. One that was canceled leaves none.
  var cancellations: [Candidate] {
    let arrival = nextExtraArrival - 1
    return cancelable.indices.compactMap { index in
      guard cancelable[index].cancel != nil else { return nil }
      guard Scheduler.taskReader?.hasEnded(cancelable[index].task) != true else {
        cancelable[index].cancel = nil
        return nil
      }
      return Candidate(event: .cancellation(of: index), arrival: arrival - index)
    }
  }

  /// Cancels the task of a candidate. Its cancellation handlers run here.
  func cancel(_ index: Int, choice: Int, of count: Int) {
    let known = strands[cancelable[index].number]
    logStep(known ?? StepLog.Entry.noStrand, .cancels, choice: choice, of: count)
    tellOfStep()
    let cancel = cancelable[index].cancel
    cancelable = []
    limits.cancels = false
    strand = known ?? 0
    startOfStep = RealTime.now
    extraBeforeStep = shownTime.extra
    isInStep = true
    // What the handlers of the task start belongs to this run.
    Run.$ofTask.withValue(self) { cancel?() }
    isInStep = false
  }

  /// The arrival of a candidate that is no job. It is below those of all jobs, and each step has its own.
  var nextExtraArrival: Int { -1 - trace.steps * (Self.mostCancelable + 1) }

  /// How many tasks have arrivals of their own at a step.
  private static let mostCancelable = 1_000
}
