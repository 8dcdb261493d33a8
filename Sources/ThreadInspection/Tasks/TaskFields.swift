/// The memory of one task, copied at one moment.
struct TaskFields {
  private let bytes: [UInt8]

  /// Returns nil when no task is at this address.
  init?(at address: UInt64, in memory: any MemorySource, _ layout: TaskLayout) {
    bytes = memory.bytes(at: address, count: TaskLayout.size)
    guard bytes.count == TaskLayout.size, word(0) == layout.metadata, bytes[TaskLayout.kind] == 0 else { return nil }
  }

  /// The lower half of the number that the runtime gives the task.
  var number: UInt32 { UInt32(truncatingIfNeeded: word(TaskLayout.number)) }
  var status: UInt32 { UInt32(truncatingIfNeeded: word(TaskLayout.status)) }
  var resume: UInt64 { word(TaskLayout.resume) }
  var context: UInt64 { word(TaskLayout.context) }
  var records: UInt64 { word(TaskLayout.records) }
  var dependency: UInt64 { word(TaskLayout.dependency) }

  /// The functions with which the task continues, the innermost first.
  func functions(in memory: any MemorySource, _ images: ImageMap) -> [UInt64] {
    var functions = [resume]
    var context = context
    while context != 0, functions.count < AsyncContextLayout.limit {
      guard let function = memory.word(at: context &+ AsyncContextLayout.resume), images.hasCode(at: function)
      else { break }
      functions.append(function)
      context = memory.word(at: context &+ AsyncContextLayout.caller) ?? 0
    }
    return functions
  }

  private func word(_ offset: Int) -> UInt64 {
    bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
  }
}
