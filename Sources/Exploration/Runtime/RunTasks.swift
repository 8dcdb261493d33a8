import Expectations

#if os(Linux)
  import ThreadInspection
#endif

/// The tasks of a run: their strands, which of them are ready, and which may be canceled.
struct RunTasks {
  /// Tells which tasks have ended, and where the others wait; nil where tasks cannot be read.
  static let reader = KnownTaskReader()
  /// The code of the process, as far as `stops` has needed it.
  private static let images = Locked(CodeImages())

  /// The number of the first task of the run, which is the body; nil until it is there.
  private(set) var first: UInt64?
  private var strands: [UInt64: Int] = [:]
  /// The tasks that are not known to have ended, by their strands.
  private(set) var known: [Int: KnownTask] = [:]
  private var ready: Set<UInt64> = []
  /// The tasks that may be canceled, in the order in which they were given, and what cancels those that have not ended.
  private var cancelable: [(task: KnownTask, cancel: (@Sendable () -> Void)?)] = []
  private var hasCanceled = false

  subscript(number: UInt64) -> Int? { strands[number] }
  /// A new task gets the next number.
  mutating func strand(of number: UInt64) -> (strand: Int, isNew: Bool) {
    if let known = strands[number] { return (known, false) }
    first = first ?? number
    strands[number] = strands.count
    return (strands.count - 1, true)
  }

  mutating func add(_ job: UnownedJob, _ number: UInt64, strand: Int) { known[strand] = KnownTask(job, number) }

  /// Notes that a task is ready. Returns false if it was ready already.
  mutating func noteReady(_ number: UInt64) -> Bool { ready.insert(number).inserted }
  mutating func noteRun(_ number: UInt64) { ready.remove(number) }
  func name(of strand: Int) -> String? { known[strand].flatMap { Self.reader?.name(of: $0) } }

  /// The addresses at which a task goes on, the innermost first; none if it has ended.
  func stops(of strand: Int) -> [UInt] {
    guard let task = known[strand], let reader = Self.reader else { return [] }
    return Self.images.withLock { reader.functions(of: task, in: &$0, limit: 16) }
  }

  /// Returns the strands of the tasks that have ended since they were asked for last.
  mutating func takeEnded() -> [Int] {
    let ended = known.filter { Self.reader?.hasEnded($0.value) ?? false }.keys.sorted()
    for strand in ended { known[strand] = nil }
    return ended
  }

  var countOfSuspended: Int { Self.reader.map { reader in known.values.count { !reader.hasEnded($0) } } ?? 0 }

  /// Whether a task is in the queue of an actor that other code runs: it goes on when the actor does.
  var isInForeignQueue: Bool { known.values.contains { Self.reader?.actor(of: $0) != nil } }

  /// The addresses at which the tasks that have not ended go on, by strand.
  var waits: [Int: [UInt]] {
    var images = CodeImages()
    return known.mapValues { Self.reader?.functions(of: $0, in: &images) ?? [] }.filter { !$0.value.isEmpty }
  }

  /// The addresses at which the task of a job goes on, the innermost first; none if the job resumes no task.
  static func waits(of ready: ReadyJob) -> [UInt] {
    var images = CodeImages()
    guard ready.kind == .task else { return [] }
    return reader?.functions(of: KnownTask(ready.job, ready.number), in: &images) ?? []
  }

  mutating func mayCancel(_ job: UnownedJob, _ number: UInt64, _ cancel: @escaping @Sendable () -> Void) {
    guard !hasCanceled, !cancelable.contains(where: { $0.task.number == number }) else { return }
    cancelable.append((KnownTask(job, number), cancel))
  }

  mutating func takeCancelable() -> [Int] {
    cancelable.indices.filter { index in
      if Self.reader?.hasEnded(cancelable[index].task) == true { cancelable[index].cancel = nil }
      return cancelable[index].cancel != nil
    }
  }

  /// Returns the strand of a task, and what cancels it. No other one can be canceled then: a run cancels one.
  mutating func takeCanceled(_ index: Int) -> (strand: Int?, cancel: (@Sendable () -> Void)?) {
    let canceled = cancelable[index]
    (cancelable, hasCanceled) = ([], true)
    return (strands[canceled.task.number], canceled.cancel)
  }
}

extension KnownTask {
  init(_ job: UnownedJob, _ number: UInt64) { self.init(address: unsafeBitCast(job, to: UInt.self), number: number) }
}
