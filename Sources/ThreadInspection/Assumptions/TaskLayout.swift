/// Where a task of the runtime keeps what a debugger reads.
///
/// Assumption: versions 1 to 3 of the layout for debuggers, with tasks of 208 bytes (Swift 6.3 on 64-bit Linux), or of
/// 224 bytes where the runtime has a registry of tasks, have the fields at these places. The version is the lower 24
/// bits. Only in version 1, a task's name is in a record. The first word of a task is the address that the runtime
/// exports.
/// Check: the version, the size, and that the record of what a task waits for names this task; the bits of the status,
/// by the tests of `KnownTaskTests`.
/// If false: no tasks are reported, and the text says that they could not be read.
/// Remove when: the runtime lists its tasks.
struct TaskLayout: Equatable, Sendable {
  /// The first word of every task.
  let metadata: UInt64
  /// What a task that has not begun resumes first: one function for tasks with a result, one for those without.
  let starts: [UInt64]
  /// Whether the name of a task is in one of its records. Elsewhere, it is not read.
  let hasNameRecords: Bool
  /// Whether all of the layout is that of Swift 6.3, with which more was tried than what the runtime tells.
  let isTried: Bool

  /// The bytes that are read of a task.
  static let size = 208
  static let alignment = 16
  static let kind = 32
  static let number = 36
  static let resume = 56
  static let context = 64
  static let status = 96
  static let records = 104
  static let dependency = 160

  /// No status is as great. The rest of its word is zero.
  static let endOfStatus: UInt64 = 0x10_0000
  static let isRunning: UInt32 = 0x800
  static let isEnqueued: UInt32 = 0x1000
  static let isComplete: UInt32 = 0x2000
  static let hasDependency: UInt32 = 0x4000

  private static let versions: ClosedRange<UInt32> = 1...3
  private static let sizeWithRegistry = 224

  #if os(Linux)
    /// The layout of the runtime in this process; nil when it is another one. It is found before the first test: a
    /// thread that is stuck in the constructor of a library holds the lock of the loader, which knows the addresses.
    static let present = ProcessMemory().flatMap { TaskLayout($0) }
  #endif

  /// Returns nil when the layout is not a known one.
  init?(_ memory: any MemorySource, symbol: (String) -> UInt64? = RuntimeSymbol.address) {
    func value<Value: FixedWidthInteger & BitwiseCopyable>(_ name: String, _ type: Value.Type) -> Value? {
      symbol("_swift_concurrency_debug_" + name).flatMap { memory.integer(at: $0, as: type) }
    }
    let hasRegistry = symbol("_swift_concurrency_task_registry") != nil
    guard let version = value("internal_layout_version", UInt32.self).map({ $0 & 0xff_ffff }),
      Self.versions.contains(version), let size = value("asyncTaskSize", UInt64.self),
      size == UInt64(Self.size) || hasRegistry && size == UInt64(Self.sizeWithRegistry),
      value("supportsPriorityEscalation", UInt8.self) == 0,
      let metadata = value("asyncTaskMetadata", UInt64.self), metadata != 0
    else { return nil }
    self.metadata = metadata
    hasNameRecords = version == 1
    isTried = version == 1 && size == UInt64(Self.size) && !hasRegistry
    starts = ["future_adapter", "non_future_adapter"].compactMap { value($0, UInt64.self) }
  }
}

/// The records of a task: what it waits for, and its name.
///
/// Assumption: a record begins with its kind and the address of the next one. That of a dependency (kind 0) continues
/// with two words for what the task waits for, the kind of that, and the task; that of a name (kind 6) with the text.
/// Check: a dependency must name its task; a name must be a short text.
/// If false: the task, or its name, is left out.
/// Remove when: see `TaskLayout`.
enum TaskRecord {
  static let nameKind: UInt8 = 6
  static let dependencyKind: UInt8 = 0
  static let next: UInt64 = 8
  static let text: UInt64 = 16

  /// Reads the name in a list of records; nil if there is none.
  static func name(_ first: UInt64, in memory: any MemorySource) -> String? {
    var record = first
    for _ in 0..<16 where record != 0 {
      guard let kind = memory.integer(at: record, as: UInt8.self) else { return nil }
      if kind == nameKind { return text(at: record &+ text, in: memory) }
      record = memory.word(at: record &+ next) ?? 0
    }
    return nil
  }

  private static func text(at address: UInt64, in memory: any MemorySource) -> String? {
    guard let start = memory.word(at: address) else { return nil }
    let bytes = memory.bytes(at: start, count: 512)
    guard let end = bytes.firstIndex(of: 0), end > 0 else { return nil }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }

  /// Reads the dependency at an address; nil when it is not one of this task.
  static func dependency(at address: UInt64, of task: UInt64, in memory: any MemorySource) -> TaskSnapshot.Need? {
    var reader = ByteReader(memory.bytes(at: address, count: 48))
    guard let kind = try? reader.u8(), kind == dependencyKind, (try? reader.seek(to: 16)) != nil,
      let target = try? reader.u64(), let implementation = try? reader.u64(), let what = try? reader.u32(),
      (try? reader.skip(4)) != nil, let owner = try? reader.u64(), owner == task
    else { return nil }
    switch what {
    case 1: return .task(target)
    case 2: return .continuation
    case 3: return .group
    case 4: return .executor(target, implementation: implementation)
    default: return nil
    }
  }
}

/// The function of a task that has not begun.
///
/// Assumption: before the first context of such a task stands the entry point, 24 bytes before it, and its closure,
/// 16 bytes before it. When the entry point adapts another closure, one of the first words of the closure is the
/// address of a description of that one's function, which begins with the function's distance from it. A function
/// that only unpacks the closure, whose name ends with `TA`, calls the closure's code, or jumps there, directly.
/// Check: the entry point must be code; the names of the description and the function must belong together.
/// If false: such a task has no line, and is not reported.
/// Remove when: the runtime names the function of a task.
enum TaskStart {
  static let entryPoint: UInt64 = 24
  static let closure: UInt64 = 16
  static let captures: [UInt64] = [16, 24, 32, 40]

  /// A function that only unpacks a closure is not longer.
  static let forwarderSize = 256

  /// The addresses to which an instruction at any place would jump (`e9`) or which it would call (`e8`).
  static func targets(_ code: [UInt8], at address: UInt64) -> [UInt64] {
    guard code.count >= 5 else { return [] }
    return (0...code.count - 5).filter { code[$0] == 0xe8 || code[$0] == 0xe9 }.map { place in
      let distance = code.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place + 1, as: Int32.self) }
      return address &+ UInt64(place + 5) &+ UInt64(bitPattern: Int64(distance))
    }
  }

  /// Whether a function only unpacks the closure of another one.
  static func isForwarder(_ function: String, of other: String) -> Bool { function == other + "TA" }

  /// Whether a description with this symbol is that of a function with that symbol.
  static func isDescription(_ description: String, of function: String) -> Bool { description == function + "Tu" }
}

/// The stack of a suspended task: a list of contexts, each of which knows its caller.
///
/// Assumption: a context begins with the address of the caller's context and that of the function that continues there.
/// This is compiled into every program.
/// Check: a function must lie in the code of an image.
/// If false: the list ends there.
/// Remove when: the runtime or a module of the toolchain walks the stack of another task.
enum AsyncContextLayout {
  static let caller: UInt64 = 0
  static let resume: UInt64 = 8
  /// A longer list is not read to its end.
  static let limit = 64
}

/// The bit that asynchronous Swift functions set in the frame pointer that they save.
///
/// Assumption: it is bit 60 (`bts rbp, 60` before `push rbp`), and an address of a program never has it.
/// Check: none is needed: the bit is removed only where the rest can be an address of a program.
/// If false: the caller's frame is not found, and the stack ends there, not complete.
/// Remove when: unwinding information of asynchronous functions describes the mark.
enum AsyncFrameMark {
  static func removed(from framePointer: UInt64) -> UInt64 {
    let plain = framePointer & ~(1 << 60)
    return plain < 1 << 47 ? plain : framePointer
  }
}
