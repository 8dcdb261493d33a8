import Foundation
import Testing

@testable import ThreadInspection

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

  private func layout(_ memory: RecordedMemory) -> TaskLayout? {
    TaskLayout(memory) { name in
      Self.addresses[name.replacingOccurrences(of: "_swift_concurrency_debug_", with: "")]
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
    bytes[offset] ^= 2
    #expect(task(bytes) == nil)
  }

  @Test(arguments: [0, TaskLayout.kind, TaskLayout.status + 1, 0x100, 0x128])
  func otherObject_isNoTask(_ offset: Int) {
    var bytes = Self.sample
    bytes[offset] ^= 0x60
    #expect(task(bytes) == nil)
  }

  @Test func damaged_doesNotTrap() {
    let isFull = ProcessInfo.processInfo.environment["EXPECTATIONS_PROOFS"] == "full"
    var found = 0
    for seed in 0..<(isFull ? 250_000 : 2_000) {
      var random = SplitMix(state: UInt64(seed))
      if task(Self.sample.damaged(&random)) != nil { found += 1 }
    }
    #expect(found > 0)
  }

  @Test func listWithoutEnd_ends() {
    var bytes = Self.sample
    bytes.replaceSubrange(0x108..<0x110, with: ElfSample.bytes(UInt64(0x1100)))
    #expect(task(bytes) != nil)
  }

  #if os(Linux)
    @Test func pagesInUse_areRuns() {
      let runs = ResidentPages.runs([0, 1, 1, 0, 1], page: 0x1000, from: 0x10000)
      #expect(runs == [0x11000..<0x13000, 0x14000..<0x15000])
      #expect(ResidentPages.runs([], page: 0x1000, from: 0).isEmpty)
    }
  #endif
}
