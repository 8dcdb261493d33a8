/// Reads which task a job resumes, what kind of job it is, and the actor that a drain job drains.
///
/// Assumption: the runtime exports `swift_task_getJobTaskId` and `swift_task_getCurrent`, and a task that is created
/// later has a greater number. An `UnownedJob` is the address of a job, which has its kind in the byte at offset 32.
/// The drain job of a default actor has the address of its actor at offset 64, behind the header.
/// Check: by `JobProbe`, with tasks and an actor of its own.
/// If false: nothing is explored, because the jobs of an exploration cannot be told from those of other tests.
/// Remove when: the standard library tells what a job does, and has task identities that it never reuses, in order.
struct JobReader: Sendable {
  typealias Number = @Sendable @convention(c) (UnsafeRawPointer) -> UInt64
  typealias Current = @Sendable @convention(c) () -> UnsafeRawPointer?

  private let numberOf: Number
  private let current: Current
  /// The kind of a job that resumes a task, and of one that runs what is queued in an actor.
  private var kinds: (task: UInt8, drain: UInt8) = (0, 0)

  /// The number of the task that runs the calling code; nil outside of tasks.
  var currentTask: UInt64? { current().map(numberOf) }
  /// The number of the task that a job resumes, which the runtime never gives to another task.
  func number(of job: UnownedJob) -> UInt64 { numberOf(unsafeBitCast(job, to: UnsafeRawPointer.self)) }

  func kind(of job: UnownedJob) -> JobKind {
    switch rawKind(of: job) {
    case kinds.task: .task
    case kinds.drain: .drain
    default: .other
    }
  }

  /// The actor that a drain job drains.
  func actor(of drain: UnownedJob) -> UnsafeRawPointer? {
    unsafeBitCast(drain, to: UnsafeRawPointer.self).load(fromByteOffset: 64, as: UnsafeRawPointer?.self)
  }

  /// Its type, without its module and its generic arguments: `Counter`.
  func actorName(of drain: UnownedJob) -> String? {
    guard let actor = actor(of: drain) else { return nil }
    let name = "\(type(of: Unmanaged<AnyObject>.fromOpaque(actor).takeUnretainedValue()))"
    return name.split(separator: "<").first.map(String.init)
  }

  fileprivate func rawKind(of job: UnownedJob) -> UInt8 {
    unsafeBitCast(job, to: UnsafeRawPointer.self).load(fromByteOffset: 32, as: UInt8.self)
  }
}

/// A job resumes a task, drains the queue of an actor, or does something else: the resumption of a yield, for example.
enum JobKind: Equatable, Sendable { case task, drain, other }

extension JobReader {
  /// Runs tasks and an actor of its own, and returns a reader if their jobs are as it assumes.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  static func find() -> JobReader? {
    guard let number = RuntimeSymbol.address("swift_task_getJobTaskId"),
      let current = RuntimeSymbol.address("swift_task_getCurrent")
    else { return nil }
    var reader = JobReader(
      numberOf: unsafeBitCast(number, to: Number.self), current: unsafeBitCast(current, to: Current.self))
    let (probe, target) = (JobProbe(), JobProbe.Target())
    let (first, second) = (probe.run(reader, target), probe.run(reader, target))
    guard first.count == 2, let next = second.first, 0 < first[0].number, first[0].number < next.number,
      first[0].kind != first[1].kind,
      first[1].actor == withExtendedLifetime(target, { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) })
    else { return nil }
    reader.kinds = (first[0].kind, first[1].kind)
    return reader
  }

  /// What is read of one job before it runs. Only that of a task has a number.
  fileprivate typealias Facts = (number: UInt64, kind: UInt8, actor: UnsafeRawPointer?)
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class JobProbe: TaskExecutor, @unchecked Sendable {
  // Sendable: only the thread that calls `run` touches the probe. It creates the tasks and runs their jobs.

  actor Target {
    private var touches = 0

    // Not inlined, and not empty: the optimizer leaves out the way to an actor that has nothing to do.
    @inline(never)
    func touch() { touches += 1 }
  }

  private var jobs: [UnownedJob] = []

  func enqueue(_ job: consuming ExecutorJob) { jobs.append(UnownedJob(job)) }

  /// Runs a task that calls the actor once, and returns the facts of its first two jobs: the task, and the drain.
  func run(_ reader: JobReader, _ target: Target) -> [JobReader.Facts] {
    Task(executorPreference: self) { await target.touch() }
    var facts: [JobReader.Facts] = []
    while !jobs.isEmpty {
      let job = jobs.removeFirst()
      let number = facts.isEmpty ? reader.number(of: job) : 0
      if facts.count < 2 { facts.append((number, reader.rawKind(of: job), reader.actor(of: job))) }
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
    return facts
  }
}
