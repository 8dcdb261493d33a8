#if os(Linux) && arch(x86_64) && canImport(Glibc)
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  @testable import ThreadInspection

  struct StackRoomTests {
    /// In a process of its own, because it reads all threads.
    ///
    /// Fails if the signal is sent whatever stacks have left.
    @Test(.realTime, .ownThreads) func whileAStackIsNearlyFull_noThreadIsAsked() async {
      await #expect(processExitsWith: .success) {
        guard !SanitizerRuntime.isPresent else { return }
        try await OwnThreads.run {
          let isOver = SharedFlag()
          let computing = Parking.start { parking in compute(parking, until: isOver) }
          let isReadBefore = try Self.isRead(computing)
          #expect(isReadBefore)
          let deep = Parking.start { parking in fillStack(parking, until: isOver) }
          let isAnyRead = try Self.isRead(computing) || Self.isRead(deep)
          #expect(!isAnyRead)
          isOver.value.store(true, ordering: .relaxed)
        }
      }
    }

    /// Looks several times, because a running thread may not get the processor in time to answer.
    private static func isRead(_ parking: Parking) throws -> Bool {
      for _ in 0..<20 {
        let threads = try #require(ThreadCensus.take(limit: .seconds(5)))
        if try #require(threads.first { $0.number == parking.thread }).isRead { return true }
      }
      return false
    }

    @Test func onlyTheEndsOfStacksCount() {
      func isEnough(_ lines: [String], used: UInt64) -> Bool {
        StackRoom.isEnough(MemoryMapping.all(in: Array(lines.joined(separator: "\n").utf8))) { $0.contains(used) }
      }
      let stack = ["100000-101000 ---p 00000000 00:00 0 ", "101000-901000 rw-p 00000000 00:00 0 "]
      #expect(!isEnough(stack, used: 0x10_1000))
      #expect(!isEnough(stack, used: 0x10_8000))
      #expect(isEnough(stack, used: 0x10_9000))
      // The rest of an arena of the heap is longer, and memory may follow pages of a file.
      #expect(
        isEnough(["100000-200000 ---p 00000000 00:00 0 ", "200000-901000 rw-p 00000000 00:00 0 "], used: 0x20_0000))
      #expect(
        isEnough(["100000-101000 ---p 00000000 fe:00 7 /lib", "101000-901000 rw-p 00000000 00:00 0 "], used: 0x10_1000))
    }
  }

  final class SharedFlag: Sendable { let value = Atomic(false) }

  @inline(never) private func compute(_ parking: Parking, until isOver: SharedFlag) {
    parking.note()
    var value = 1.0
    while !isOver.value.load(ordering: .relaxed) { value *= 1.000001 }
  }

  /// Fills the stack until less than 24 KiB are left, and computes there.
  @inline(never) private func fillStack(_ parking: Parking, until isOver: SharedFlag) {
    var local = 0
    let address = withUnsafeMutablePointer(to: &local) { UInt64(UInt(bitPattern: $0)) }
    let text = SystemFile.bytes(of: "/proc/self/maps", first: 1 << 16) ?? []
    let start = MemoryMapping.all(in: text).first { $0.range.contains(address) }?.range.lowerBound ?? 0
    descend(to: start + (24 << 10)) { compute(parking, until: isOver) }
  }

  @inline(never) private func descend(to end: UInt64, _ body: () -> Void) {
    withUnsafeTemporaryAllocation(byteCount: 512, alignment: 8) { bytes in
      bytes.initializeMemory(as: UInt8.self, repeating: 7)
      if UInt64(UInt(bitPattern: bytes.baseAddress)) < end { body() } else { descend(to: end, body) }
    }
  }
#endif
