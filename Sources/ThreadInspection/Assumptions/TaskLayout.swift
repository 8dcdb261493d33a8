/// Where a task of the runtime keeps what a debugger reads.
///
/// Assumption: versions 1 to 3 of the layout for debuggers, with tasks of 208 bytes (Swift 6.3 on 64-bit Linux), or of
/// 224 bytes where the runtime has a registry of tasks, have the fields at these places. The version is the lower 24
/// bits. Only in version 1, a task's name is in a record. The first word of a task is the address that the runtime
/// exports.
/// Check: the version, the size, and that the record of what a task waits for names this task.
/// If false: no tasks are reported, and the text says that they could not be read.
/// Remove when: the runtime lists its tasks.
struct TaskLayout: Equatable, Sendable {
  /// The first word of every task.
  let metadata: UInt64
  /// What a task that has not begun resumes first: one function for tasks with a result, one for those without.
  let starts: [UInt64]
  /// Whether the name of a task is in one of its records. Elsewhere, it is not read.
  let hasNameRecords: Bool

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

  static let isRunning: UInt32 = 0x800
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
    starts = ["future_adapter", "non_future_adapter"].compactMap { value($0, UInt64.self) }
  }
}
