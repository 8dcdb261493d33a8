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
    guard let fields = TaskFields(at: address, in: memory, layout),
      fields.status & (TaskLayout.isComplete | TaskLayout.isRunning) == 0,
      fields.status & TaskLayout.hasDependency != 0,
      let need = TaskRecord.dependency(at: fields.dependency, of: address, in: memory)
    else { return nil }
    var task = TaskSnapshot(
      address: address, number: fields.number, need: need, functions: fields.functions(in: memory, images))
    if layout.hasNameRecords { task.name = name(fields.records) }
    if layout.starts.contains(fields.resume) { noteStart(of: &task, fields.context) }
    if case .executor(let actor, _) = need, actor != 0 { task.actorType = memory.word(at: actor) }
    return task
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

  private func name(_ first: UInt64) -> String? {
    var record = first
    for _ in 0..<16 where record != 0 {
      guard let kind = memory.integer(at: record, as: UInt8.self) else { return nil }
      if kind == TaskRecord.nameKind { return text(at: record &+ TaskRecord.text) }
      record = memory.word(at: record &+ TaskRecord.next) ?? 0
    }
    return nil
  }

  private func text(at address: UInt64) -> String? {
    guard let start = memory.word(at: address) else { return nil }
    let bytes = memory.bytes(at: start, count: 128)
    guard let end = bytes.firstIndex(of: 0), end > 0 else { return nil }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }
}
