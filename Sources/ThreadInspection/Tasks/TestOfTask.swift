#if os(Linux)
  import Synchronization
#endif

/// What the task-local value of Swift Testing says about the test of a task: the words of the value, as they stand in
/// memory. Copies for tasks of one test have the same pointers.
struct TestOfTask: Hashable, Sendable {
  var words: [UInt64]
}

/// The list of the task-local values of a task.
///
/// Assumption: 136 bytes into a task stands the address of the first item. An item begins with the address of the next
/// one, whose lower three bits are 0 if it has a value. Then come the address of the key, that of the type, and the
/// value. An optional type begins with 0x202, and before it stands the address of its table, whose ninth word is the
/// size. Its third word is the wrapped type, whose second word is the description: the distances to the description
/// around it and to its name. Swift Testing keeps the test of a task in a value of an optional type `RuntimeState`. In
/// those of two tests, at least two pointers differ.
/// Check: the runtime is one that was tried; the first word, and the names of that type and of its module, all of which
/// are copied, so that a false address ends nothing; and `TestOfTaskTests`, with tasks of several tests.
/// If false: tasks of other tests are not told apart, and their lines stand among those of this test.
/// Remove when: a test can ask which tasks are its own.
enum TestLocal {
  private static let head: UInt64 = 136
  static let key: UInt64 = 8
  private static let type: UInt64 = 16
  static let value: UInt64 = 24
  private static let (optionalKind, sizeInTable): (UInt64, UInt64) = (0x202, 64)
  private static let marks: UInt64 = 7
  private static let (wrapped, description): (UInt64, UInt64) = (16, 8)
  private static let (outerInDescription, nameInDescription): (UInt64, UInt64) = (4, 8)
  private static let kindOfDescription: UInt32 = 31
  private static let (longestName, deepestType) = (32, 8)
  private static let longestList = 64
  private static let longestValue: UInt64 = 4096

  /// The key of the value, and its size; known since a task of a test asked for the first time.
  struct Kind: Sendable {
    fileprivate let key: UInt64
    fileprivate let size: Int
  }

  static func isPointer(_ word: UInt64) -> Bool { word > 1 << 24 && word < 1 << 47 && word & 7 == 0 }

  #if os(Linux)
    // The size is written before the key, and is there if the key is.
    private static let knownKey = Atomic<UInt64>(0)
    private static let knownSize = Atomic<Int>(0)

    /// Nil until a task of a test has asked.
    static var kind: Kind? {
      let key = knownKey.load(ordering: .acquiring)
      return key == 0 ? nil : Kind(key: key, size: knownSize.load(ordering: .relaxed))
    }
  #else
    static var kind: Kind? { nil }
  #endif

  #if os(Linux) && arch(x86_64) && canImport(Glibc)
    /// Looks for the value among those of the calling task.
    static func learn() {
      guard kind == nil, TaskLayout.present?.isTried ?? false, let memory = ProcessMemory(), let task = callingTask
      else { return }
      for item in items(of: task, in: memory) {
        guard let key = memory.word(at: item &+ key), let type = memory.word(at: item &+ type),
          memory.word(at: type) == optionalKind, let size = size(ofType: type, in: memory), size <= longestValue,
          let wrapped = memory.word(at: type &+ wrapped), let description = memory.word(at: wrapped &+ description),
          name(at: description, in: memory) == "RuntimeState", module(of: description, in: memory) == "Testing"
        else { continue }
        knownSize.store(Int(size), ordering: .relaxed)
        knownKey.store(key, ordering: .releasing)
        return
      }
    }

    static var callingTask: UInt64? {
      withUnsafeCurrentTask { task in task.map { UInt64(unsafeBitCast($0, to: UInt.self)) } }
    }

    private static func size(ofType type: UInt64, in memory: any MemorySource) -> UInt64? {
      memory.word(at: type &- 8).flatMap { memory.word(at: $0 &+ sizeInTable) }
    }

    /// The name in the description of a type or of a module.
    private static func name(at description: UInt64, in memory: any MemorySource) -> String? {
      target(of: description &+ nameInDescription, in: memory).flatMap { name in
        var reader = ByteReader(memory.bytes(at: name, count: longestName))
        return try? reader.cString()
      }
    }

    /// The name of the module in which a type lies, maybe in other types or in extensions.
    private static func module(of description: UInt64, in memory: any MemorySource) -> String? {
      var description = description
      for _ in 0..<deepestType {
        guard let flags = memory.integer(at: description, as: UInt32.self) else { return nil }
        if flags & kindOfDescription == 0 { return name(at: description, in: memory) }
        guard let outer = target(of: description &+ outerInDescription, in: memory) else { return nil }
        description = outer
      }
      return nil
    }

    /// Follows a distance from its own address. If it is odd, it leads to a word with the address.
    private static func target(of distance: UInt64, in memory: any MemorySource) -> UInt64? {
      guard let value = memory.integer(at: distance, as: Int32.self) else { return nil }
      let target = distance &+ UInt64(bitPattern: Int64(value & ~1))
      return value & 1 == 0 ? target : memory.word(at: target)
    }
  #endif

  /// Returns what the innermost such value of a task says; nil when it has none.
  static func test(of task: UInt64, _ kind: Kind, in memory: any MemorySource) -> TestOfTask? {
    let item = items(of: task, in: memory).first { memory.word(at: $0 &+ key) == kind.key }
    guard let item else { return nil }
    let bytes = memory.bytes(at: item &+ value, count: kind.size)
    guard bytes.count == kind.size else { return nil }
    let words = stride(from: 0, to: kind.size - 7, by: 8).map { offset in
      bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
    }
    return TestOfTask(words: words)
  }

  /// The addresses of the items with values.
  static func items(of task: UInt64, in memory: any MemorySource) -> [UInt64] {
    var items: [UInt64] = []
    var item = memory.word(at: task &+ head).map { $0 & ~marks } ?? 0
    for _ in 0..<longestList where item != 0 {
      guard let next = memory.word(at: item) else { break }
      if next & marks == 0 { items.append(item) }
      item = next & ~marks
    }
    return items
  }
}

/// The test of the calling task, to recognize its tasks.
package struct TestIdentity: Sendable, Hashable {
  private let words: [UInt64]
  /// Where copies of the value are equal. Between its fields, a copy has what was there before.
  private let positions: [Int]

  /// Learns how Swift Testing marks the tasks of a test. Call it in a task of a test.
  package static func learn() {
    #if os(Linux) && arch(x86_64) && canImport(Glibc)
      TestLocal.learn()
    #endif
  }

  /// Returns nil outside of tests of Swift Testing, or where tasks cannot be read.
  package static func ofCallingTask() -> TestIdentity? {
    #if os(Linux) && arch(x86_64) && canImport(Glibc)
      guard let kind = TestLocal.kind, let memory = ProcessMemory(), let task = TestLocal.callingTask,
        let own = TestLocal.test(of: task, kind, in: memory)
      else { return nil }
      // Tasks get copies of the values when they are made. These live until they are canceled.
      let tasks = (0..<3).map { _ in Task { try? await Task.sleep(for: .seconds(3600)) } }
      defer { for task in tasks { task.cancel() } }
      let copies = tasks.compactMap { task in
        TestLocal.test(of: UInt64(unsafeBitCast(task, to: UInt.self)), kind, in: memory)
      }
      guard copies.count == tasks.count else { return nil }
      let positions = own.words.indices.filter { position in
        copies.allSatisfy { $0.words[position] == own.words[position] }
      }
      return TestIdentity(words: own.words, positions: positions)
    #else
      return nil
    #endif
  }

  /// Whether a task is certainly one of another test: at least two words differ that look like pointers in both.
  func isOther(_ test: TestOfTask) -> Bool {
    guard test.words.count == words.count else { return false }
    let different = positions.count { position in
      let (own, other) = (words[position], test.words[position])
      return own != other && TestLocal.isPointer(own) && TestLocal.isPointer(other)
    }
    return different >= 2
  }
}
