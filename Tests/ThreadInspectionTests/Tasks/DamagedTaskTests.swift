import Foundation
import TestSupport
import Testing

@testable import ThreadInspection

/// The memory of a task that changes after a number of reads, or with each one.
private final class ChangingMemory: MemorySource, @unchecked Sendable {
  // Sendable: one test uses it.
  private let first: RecordedMemory
  private let then: RecordedMemory
  private var change = 0
  private(set) var reads = 0
  var isEndless = false

  init(first: [UInt8], then: [UInt8]) { (self.first, self.then) = (RecordedMemory(first), RecordedMemory(then)) }

  func changeAt(_ read: Int) { (change, reads) = (read, 0) }

  func bytes(at address: UInt64, count: Int) -> [UInt8] {
    reads += 1
    guard isEndless else { return (reads > change ? then : first).bytes(at: address, count: count) }
    var bytes = first.bytes(at: address, count: count)
    // The first word of a task is read by itself.
    if count == TaskLayout.size - 8 { bytes[TaskLayout.resume - 8] = UInt8(truncatingIfNeeded: reads) }
    return bytes
  }
}

extension [UInt8] {
  fileprivate func with(_ word: UInt64, at offset: Int) -> [UInt8] {
    var bytes = self
    bytes.replaceSubrange(offset..<offset + 8, with: ElfSample.bytes(word))
    return bytes
  }
}

/// Feeds damaged bytes to the reader of tasks. A reader that traps ends the process.
@Suite(.ownThreads) struct DamagedTaskTests {
  private static let addresses: [String: UInt64] = [
    "internal_layout_version": 0x1400, "asyncTaskSize": 0x1408, "supportsPriorityEscalation": 0x1410,
    "asyncTaskMetadata": 0x1418, "future_adapter": 0x1420, "non_future_adapter": 0x1428,
  ]

  /// A task at 0x1000 that waits for a continuation, with its record at 0x1100 and its context at 0x1200.
  private static var sample: [UInt8] {
    var words = [UInt64](repeating: 0, count: 0x480 / 8)
    func set(_ offset: Int, _ value: UInt64) { words[offset / 8] = value }
    set(0, 0xabc0)
    set(TaskLayout.resume, 0x5000)
    set(TaskLayout.context, 0x1200)
    set(TaskLayout.status, UInt64(TaskLayout.hasDependency))
    set(TaskLayout.records, 0x1100)
    set(TaskLayout.dependency, 0x1100)
    set(0x120, 2)
    set(0x128, 0x1000)
    set(0x200, 0x1240)
    set(0x208, 0x5010)
    set(0x248, 0x5020)
    set(0x400, 1)
    set(0x408, UInt64(TaskLayout.size))
    set(0x418, 0xabc0)
    set(0x420, 0x5000)
    return words.flatMap { ElfSample.bytes($0) }
  }

  private func layout(_ memory: RecordedMemory, hasRegistry: Bool = false) -> TaskLayout? {
    TaskLayout(memory) { name in
      if name == "_swift_concurrency_task_registry" { return hasRegistry ? 0x1430 : nil }
      return Self.addresses[name.replacingOccurrences(of: "_swift_concurrency_debug_", with: "")]
    }
  }

  private func task(_ bytes: [UInt8]) -> TaskSnapshot? {
    let memory = RecordedMemory(bytes)
    guard let layout = layout(memory) else { return nil }
    return TaskReader(layout: layout, memory: memory, images: ImageMap()).task(at: 0x1000)
  }

  @Test func recordedTask_isRead() throws {
    let task = try #require(self.task(Self.sample))
    #expect(task.need == .continuation)
    #expect(task.functions == [0x5000])
  }

  @Test(arguments: [0x400, 0x408, 0x410])
  func otherLayout_isNotRead(_ offset: Int) {
    var bytes = Self.sample
    bytes[offset] ^= 4
    #expect(task(bytes) == nil)
  }

  /// Versions 2 and 3 of the runtime's sources, of which the second has other bits in the same word.
  @Test(arguments: [1, 2, 3, 0x0100_0003])
  func newerLayouts_areRead(_ version: UInt32) throws {
    // A record with a name, which only the first version has.
    var bytes = Self.sample.with(UInt64(version), at: 0x400).with(UInt64(TaskRecord.nameKind), at: 0x180)
      .with(0x11a0, at: 0x190).with(0x1180, at: TaskLayout.records)
    bytes.replaceSubrange(0x1a0..<0x1a8, with: Array("saving\0\0".utf8))
    let task = try #require(self.task(bytes))
    #expect(task.need == .continuation)
    #expect(task.name == (version == 1 ? "saving" : nil))
  }

  /// A runtime with a registry has two words more in each task.
  @Test func largerTask_needsARegistry() {
    let bytes = Self.sample.with(224, at: 0x408)
    #expect(layout(RecordedMemory(bytes)) == nil)
    #expect(layout(RecordedMemory(bytes), hasRegistry: true) != nil)
  }

  /// Fails if a task is read once: then its need is of one moment, and its functions of another.
  @Test func taskThatChangesWhileItIsRead_isReadAgain() throws {
    // Later, the task waits for a group, elsewhere.
    let later = Self.sample.with(UInt64(0x5030), at: TaskLayout.resume).with(UInt64(3), at: 0x120)
    let memory = ChangingMemory(first: Self.sample, then: later)
    let layout = try #require(self.layout(RecordedMemory(Self.sample)))
    let reader = TaskReader(layout: layout, memory: memory, images: ImageMap())
    var seen: Set<[UInt64]> = []
    for change in 0..<20 {
      memory.changeAt(change)
      let task = try #require(reader.task(at: 0x1000))
      #expect((task.functions == [0x5000]) == (task.need == .continuation), "\(change)")
      seen.insert(task.functions)
    }
    #expect(seen == [[0x5000], [0x5030]])
    let endless = ChangingMemory(first: Self.sample, then: Self.sample)
    endless.isEndless = true
    #expect(TaskReader(layout: layout, memory: endless, images: ImageMap()).task(at: 0x1000) == nil)
  }

  @Test(arguments: [0, TaskLayout.kind, TaskLayout.status + 1, 0x100, 0x128])
  func otherObject_isNoTask(_ offset: Int) {
    var bytes = Self.sample
    bytes[offset] ^= 0x60
    #expect(task(bytes) == nil)
  }

  @Test func damaged_doesNotTrap() {
    var found = 0
    for seed in 0..<ProofSize.of(small: 2_000, full: 250_000) {
      var random = SplitMix(state: UInt64(seed))
      if task(Self.sample.damaged(&random)) != nil { found += 1 }
    }
    #expect(found > 0)
  }

  @Test func listWithoutEnd_ends() { #expect(task(Self.sample.with(0x1100, at: 0x108)) != nil) }
}
