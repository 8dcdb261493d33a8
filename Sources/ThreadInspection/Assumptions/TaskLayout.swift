/// Where a task of the runtime keeps what a debugger reads.
///
/// Assumption: version 1 of the layout for debuggers, with tasks of 208 bytes (Swift 6.3 on 64-bit Linux), has the
/// fields at these places. The first word of a task is the address that the runtime exports.
/// Check: the version, the size, and that the record of what a task waits for names this task.
/// If false: no tasks are reported, and the text says that they could not be read.
/// Remove when: the runtime lists its tasks; its next version has a registry.
struct TaskLayout: Equatable, Sendable {
  /// The first word of every task.
  let metadata: UInt64
  /// What a task that has not begun resumes first: one function for tasks with a result, one for those without.
  let starts: [UInt64]

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

  private static let version: UInt32 = 1

  /// The layout of the runtime in this process; nil when it is another one.
  init?(_ memory: any MemorySource, symbol: (String) -> UInt64? = RuntimeSymbol.address) {
    func value<Value: FixedWidthInteger & BitwiseCopyable>(_ name: String, _ type: Value.Type) -> Value? {
      symbol("_swift_concurrency_debug_" + name).flatMap { memory.integer(at: $0, as: type) }
    }
    guard value("internal_layout_version", UInt32.self) == Self.version,
      value("asyncTaskSize", UInt64.self) == UInt64(Self.size),
      value("supportsPriorityEscalation", UInt8.self) == 0,
      let metadata = value("asyncTaskMetadata", UInt64.self), metadata != 0
    else { return nil }
    self.metadata = metadata
    starts = ["future_adapter", "non_future_adapter"].compactMap { value($0, UInt64.self) }
  }
}
