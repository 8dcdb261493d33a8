/// Reads the tasks at given addresses. Nothing there is trusted: each value is checked, or only compared.
struct TaskReader {
  let layout: TaskLayout
  let memory: any MemorySource
  let images: ImageMap

  /// How often a task that changes while it is read is read again.
  private static let attempts = 3

  /// Returns nil when no suspended task is at this address. A task that looks alike twice stood there in between.
  func task(at address: UInt64) -> TaskSnapshot? {
    for _ in 0..<Self.attempts {
      guard let task = look(at: address) else { return nil }
      if task == look(at: address) { return task }
    }
    return nil
  }

  private func look(at address: UInt64) -> TaskSnapshot? {
    guard let fields = TaskFields(at: address, in: memory, layout), !fields.isRunning,
      fields.status & TaskLayout.isComplete == 0, fields.status & TaskLayout.hasDependency != 0,
      let need = TaskRecord.dependency(at: fields.dependency, of: address, in: memory)
    else { return nil }
    var task = TaskSnapshot(
      address: address, number: fields.number, need: need, functions: fields.functions(in: memory, images))
    if layout.hasNameRecords { task.name = TaskRecord.name(fields.records, in: memory) }
    task.test = test(of: address)
    if layout.starts.contains(fields.resume) {
      task.hasBegun = false
      noteStart(of: &task, fields.context)
    }
    if case .executor(let actor, _) = need, actor != 0 { task.actorType = memory.word(at: actor) }
    return task
  }

  /// Returns what is known of the test and the name of the running task at this address; nil if there is none.
  func runningTask(at address: UInt64) -> (test: TestOfTask?, name: String?)? {
    guard let fields = TaskFields(at: address, in: memory, layout), fields.isRunning else { return nil }
    return (test(of: address), layout.hasNameRecords ? TaskRecord.name(fields.records, in: memory) : nil)
  }

  private func test(of address: UInt64) -> TestOfTask? {
    TestLocal.kind.flatMap { TestLocal.test(of: address, $0, in: memory) }
  }

  private func noteStart(of task: inout TaskSnapshot, _ context: UInt64) {
    if let entry = memory.word(at: context &- TaskStart.entryPoint), images.hasCode(at: entry) {
      task.functions.insert(entry, at: 0)
    }
    guard let closure = memory.word(at: context &- TaskStart.closure), closure != 0 else { return }
    task.starts = TaskStart.captures.compactMap { memory.word(at: closure &+ $0).flatMap(start) }
  }

  private func start(_ description: UInt64) -> TaskSnapshot.Start? {
    guard images.image(at: description) != nil, let distance = memory.integer(at: description, as: Int32.self)
    else { return nil }
    let function = description &+ UInt64(bitPattern: Int64(distance))
    guard images.hasCode(at: function) else { return nil }
    let code = memory.bytes(at: function, count: TaskStart.forwarderSize)
    let targets = TaskStart.targets(code, at: function).filter { images.hasCode(at: $0) }
    return TaskSnapshot.Start(description: description, function: function, targets: targets)
  }
}

/// A suspended task, as its memory showed it at one moment.
struct TaskSnapshot: Equatable, Sendable {
  /// What a task needs in order to continue.
  enum Need: Equatable, Sendable {
    case continuation
    /// The end of another task, by its address.
    case task(UInt64)
    /// The next child of a group.
    case group
    /// A turn on an executor: an actor by its address, or 0 for the concurrency pool.
    case executor(UInt64, implementation: UInt64)
  }

  struct Start: Equatable, Sendable {
    /// The address of the description of an asynchronous function.
    var description: UInt64
    var function: UInt64
    /// Where that function may jump: one that only unpacks a closure jumps to its code.
    var targets: [UInt64] = []
  }

  let address: UInt64
  /// The lower half of the number that the runtime gives the task. A task that is created later has a greater one.
  var number: UInt32 = 0
  let need: Need
  var name: String?
  /// The test that it belongs to, if Swift Testing runs it.
  var test: TestOfTask?
  /// Where it continues, its innermost function first.
  var functions: [UInt64]
  var hasBegun = true
  /// If it has not begun: what may be the function with which it begins.
  var starts: [Start] = []
  /// The address in the first word of the actor, which stands for its type.
  var actorType: UInt64?
}

/// The suspended tasks of this process, and whether all of its memory was searched for them.
struct TaskCensus: Sendable {
  var tasks: [TaskSnapshot] = []
  /// The tests of the tasks that run, by the addresses of these.
  var testsOfRunning: [UInt64: TestOfTask] = [:]
  /// The names of the tasks that run.
  var namesOfRunning: [String] = []
  var gap: Standing.Gap?
}

#if os(Linux) && arch(x86_64) && canImport(Glibc)
  extension TaskCensus {
    /// Searches the private memory of this process. It does not leave out stacks, where no task lives: the kernel joins
    /// them with memory of the heap that is beside them.
    static func take(images: ImageMap, until end: ContinuousClock.Instant) -> TaskCensus {
      guard !SanitizerRuntime.isPresent else { return TaskCensus(gap: .sanitizer) }
      guard let memory = ProcessMemory(), let layout = TaskLayout.present else { return TaskCensus(gap: .unreadable) }
      var scan = MemoryScan(memory: memory, word: layout.metadata, step: TaskLayout.alignment / 8)
      let isComplete = scan.run(images.anonymousMemory, until: end)
      let reader = TaskReader(layout: layout, memory: memory, images: images)
      var census = TaskCensus(gap: isComplete ? nil : .limit)
      for address in scan.found {
        if let task = reader.task(at: address) {
          census.tasks.append(task)
        } else if let running = reader.runningTask(at: address) {
          census.testsOfRunning[address] = running.test
          if let name = running.name { census.namesOfRunning.append(name) }
        }
      }
      return census
    }
  }
#endif

/// The memory of one task, copied at one moment.
struct TaskFields {
  // Without the first word, so that no search finds this copy.
  private let bytes: [UInt8]
  private static let first = 8

  /// Returns nil when no task is at this address.
  init?(at address: UInt64, in memory: any MemorySource, _ layout: TaskLayout) {
    guard memory.word(at: address) == layout.metadata else { return nil }
    bytes = memory.bytes(at: address &+ UInt64(Self.first), count: TaskLayout.size - Self.first)
    guard bytes.count == TaskLayout.size - Self.first, bytes[TaskLayout.kind - Self.first] == 0 else { return nil }
    // The memory of a task that has ended may be reused from its middle on, and the first words remain.
    guard word(TaskLayout.status) < TaskLayout.endOfStatus, records & 7 == 0 else { return nil }
  }

  /// The lower half of the number that the runtime gives the task.
  var number: UInt32 { UInt32(truncatingIfNeeded: word(TaskLayout.number)) }
  var isRunning: Bool { status & TaskLayout.isRunning != 0 }
  var status: UInt32 { UInt32(truncatingIfNeeded: word(TaskLayout.status)) }
  var resume: UInt64 { word(TaskLayout.resume) }
  var context: UInt64 { word(TaskLayout.context) }
  var records: UInt64 { word(TaskLayout.records) }
  var dependency: UInt64 { word(TaskLayout.dependency) }

  /// The functions with which the task continues, the innermost first.
  func functions(
    in memory: any MemorySource, _ images: ImageMap, limit: Int = AsyncContextLayout.limit
  ) -> [UInt64] {
    var functions = [resume]
    var context = context
    while context != 0, functions.count < limit {
      guard let function = memory.word(at: context &+ AsyncContextLayout.resume), images.hasCode(at: function)
      else { break }
      functions.append(function)
      context = memory.word(at: context &+ AsyncContextLayout.caller) ?? 0
    }
    return functions
  }

  private func word(_ offset: Int) -> UInt64 {
    bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset - Self.first, as: UInt64.self) }
  }
}

/// A task of this process that was known while it lived. Its memory may be gone by now, or be that of another task.
package struct KnownTask: Equatable, Sendable {
  package let address: UInt64
  package let number: UInt64

  /// - Parameters:
  ///   - address: The address of the task, which is that of its jobs.
  ///   - number: The number that the runtime gives the task, and to no other one.
  package init(address: UInt, number: UInt64) {
    self.address = UInt64(address)
    self.number = number
  }
}

/// Tells whether known tasks have ended, and where they are suspended.
package struct KnownTaskReader: Sendable {
  private let layout: TaskLayout
  private let memory: ProcessMemory

  /// Returns nil where tasks cannot be read.
  package init?() {
    guard let memory = ProcessMemory(), let layout = TaskLayout.present else { return nil }
    self.memory = memory
    self.layout = layout
  }

  package func hasEnded(_ task: KnownTask) -> Bool { fields(of: task) == nil }

  /// The address of the actor in whose queue the task is; nil if it is in none, or has ended.
  package func actor(of task: KnownTask) -> UInt64? {
    guard let fields = fields(of: task), fields.status & TaskLayout.isEnqueued != 0,
      fields.status & TaskLayout.hasDependency != 0,
      case .executor(let actor, _) = TaskRecord.dependency(at: fields.dependency, of: task.address, in: memory)
    else { return nil }
    return actor == 0 ? nil : actor
  }

  /// The name that a task was given; nil if it has none, or where names cannot be read.
  package func name(of task: KnownTask) -> String? {
    guard layout.hasNameRecords, let fields = fields(of: task) else { return nil }
    return TaskRecord.name(fields.records, in: memory)
  }

  /// The first `limit` functions with which a task continues, the innermost first; none for a task that has ended.
  package func functions(of task: KnownTask, in images: inout CodeImages, limit: Int = 64) -> [UInt] {
    images.known = images.known ?? ImageMap.capture(memory)
    guard let map = images.known else { return [] }
    return fields(of: task)?.functions(in: memory, map, limit: limit).map { UInt($0) } ?? []
  }

  private func fields(of task: KnownTask) -> TaskFields? {
    guard let fields = TaskFields(at: task.address, in: memory, layout),
      fields.number == UInt32(truncatingIfNeeded: task.number), fields.status & TaskLayout.isComplete == 0
    else { return nil }
    return fields
  }
}

/// Where the code of the process is, for tasks that are read again and again. It lacks code that is loaded later.
package struct CodeImages: Sendable {
  fileprivate var known: ImageMap?

  package init() {}
}
