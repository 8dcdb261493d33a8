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
