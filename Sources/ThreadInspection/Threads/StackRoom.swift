#if os(Linux)
  import Foundation

  /// Whether the stacks of all threads have room for a signal handler.
  ///
  /// The kernel ends a process whose thread has no room for the registers that it saves for a handler. It does not tell
  /// how much a running thread has used, nor which stack is whose. So no thread is asked while any stack has been
  /// used almost to its end.
  enum StackRoom {
    /// The room that is needed: up to 12 KiB for the registers, the handler, and what the thread itself may use until
    /// the signal comes.
    static let least: UInt64 = 32 << 10
    /// Stacks are preceded by pages without access, which are fewer than those of other memory.
    fileprivate static let mostGuard: UInt64 = 64 << 10

    static func isEnough(_ memory: ProcessMemory) -> Bool {
      guard let text = SystemFile.bytes(of: "/proc/self/maps", first: 1 << 16) else { return false }
      return isEnough(MemoryMapping.all(in: text)) { range in
        ResidentPages.parts(of: range, atMost: Int(least)).contains { isWritten($0, memory) }
      }
    }

    /// Whether any byte is not zero. Pages that were only read, such as by this module, are in use, too.
    private static func isWritten(_ range: Range<UInt64>, _ memory: ProcessMemory) -> Bool {
      memory.bytes(at: range.lowerBound, count: range.count).withUnsafeBytes { bytes in
        var index = 0
        // Steps by hand: a loop over a range takes several times as long in a debug build.
        while index + 8 <= bytes.count {
          if bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) != 0 { return true }
          index += 8
        }
        return false
      }
    }

    /// - `isUsed`: Whether a part of a stack has been used.
    static func isEnough(_ mappings: [MemoryMapping], isUsed: (Range<UInt64>) -> Bool) -> Bool {
      zip(mappings, mappings.dropFirst()).allSatisfy { pages, stack in
        guard pages.isGuard, stack.isAnonymous, stack.isReadable, stack.isWritable,
          pages.range.upperBound == stack.range.lowerBound
        else { return true }
        let start = stack.range.lowerBound
        return !isUsed(start..<min(start + least, stack.range.upperBound))
      }
    }
  }

  extension MemoryMapping {
    fileprivate var isGuard: Bool {
      isAnonymous && !isReadable && !isWritable && range.upperBound - range.lowerBound <= StackRoom.mostGuard
    }
  }
#endif
