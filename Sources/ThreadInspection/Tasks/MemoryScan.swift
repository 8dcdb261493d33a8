import Foundation

#if os(Linux)
  /// Searches memory for a word. It reads copies, so memory that goes away meanwhile cannot fault.
  struct MemoryScan {
    let memory: ProcessMemory
    let word: UInt64
    /// Every how many words it can stand. Pages are aligned to more.
    let step: Int
    /// The addresses at which the word stands.
    private(set) var found: [UInt64] = []

    static let limit = 64 << 20
    private static let chunk = 1 << 20

    init(memory: ProcessMemory, word: UInt64, step: Int) {
      self.memory = memory
      self.word = word
      self.step = step
    }

    /// Searches pages that are in use. Returns false when a limit ended the search.
    mutating func run(_ ranges: [Range<UInt64>], until end: ContinuousClock.Instant) -> Bool {
      // The search leaves out its own buffer, where it would find copies.
      guard let buffer = MappedBuffer(count: Self.chunk) else { return false }
      var left = Self.limit
      for range in ranges {
        for part in ResidentPages.parts(of: range, atMost: Self.chunk) {
          guard left > 0, ContinuousClock.now < end else { return false }
          left -= part.count
          if !part.overlaps(buffer.range) { search(part, buffer) }
        }
      }
      return true
    }

    private mutating func search(_ part: Range<UInt64>, _ buffer: MappedBuffer) {
      let target = UnsafeMutableRawBufferPointer(rebasing: buffer.bytes[..<part.count])
      let count = memory.read(into: target, at: part.lowerBound)
      guard let words = target.baseAddress?.assumingMemoryBound(to: UInt64.self) else { return }
      let end = count / MemoryLayout<UInt64>.size
      var index = 0
      // Steps by hand: a loop over a range takes several times as long in a debug build.
      while index < end {
        if words[index] == word { found.append(part.lowerBound + UInt64(index * MemoryLayout<UInt64>.size)) }
        index += step
      }
    }
  }
#endif
