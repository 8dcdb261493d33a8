/// Runs a task and an actor of its own, and compares their jobs with what `TaskNumber` and `JobHeader` assume.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class JobProbe: TaskExecutor, @unchecked Sendable {
  // Sendable: only the thread that calls `run` touches the probe. It creates the tasks and runs their jobs.

  private actor Target {
    private var touches = 0

    // Not inlined, and not empty: the optimizer leaves out the way to an actor that has nothing to do.
    @inline(never)
    func touch() { touches += 1 }
  }

  private var jobs: [UnownedJob] = []

  func enqueue(_ job: consuming ExecutorJob) { jobs.append(UnownedJob(job)) }

  /// Returns the function for task numbers, if it works, and the kinds of jobs, if they are where they are assumed.
  static func run() -> (number: TaskNumber?, header: JobHeader?) {
    let probe = JobProbe()
    let target = Target()
    let first = probe.jobs(of: target)
    let second = probe.jobs(of: target)
    return (number(first, second), withExtendedLifetime(target) { header(first, target) })
  }

  /// What is read of one job before it runs.
  private struct Facts {
    var number: UInt64?
    var kind: UInt8
    var wordBehindHeader: UnsafeRawPointer?
  }

  /// Runs a task that calls the actor once, and returns the facts of its first two jobs: the task, and the drain.
  private func jobs(of target: Target) -> [Facts] {
    Task(executorPreference: self) { await target.touch() }
    var facts: [Facts] = []
    let number = TaskNumber()
    while !jobs.isEmpty {
      let job = jobs.removeFirst()
      if facts.count < 2 { facts.append(Self.facts(of: job, number: number, isFirst: facts.isEmpty)) }
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
    return facts
  }

  private static func facts(of job: UnownedJob, number: TaskNumber?, isFirst: Bool) -> Facts {
    let pointer = unsafeBitCast(job, to: UnsafeRawPointer.self)
    return Facts(
      number: isFirst ? number?(job) : nil, kind: JobHeader.rawKind(of: job),
      wordBehindHeader: pointer.load(fromByteOffset: JobHeader.actorOffset, as: UnsafeRawPointer?.self))
  }

  private static func number(_ first: [Facts], _ second: [Facts]) -> TaskNumber? {
    guard let one = first.first?.number, let two = second.first?.number, 0 < one, one < two else { return nil }
    return TaskNumber()
  }

  private static func header(_ facts: [Facts], _ target: Target) -> JobHeader? {
    guard facts.count == 2, facts[0].kind != facts[1].kind,
      facts[1].wordBehindHeader == UnsafeRawPointer(Unmanaged.passUnretained(target).toOpaque())
    else { return nil }
    return JobHeader(task: facts[0].kind, drain: facts[1].kind)
  }
}
