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

    /// Searches pages that were in use shortly before.
    mutating func search(_ part: Range<UInt64>, _ buffer: MappedBuffer) {
      var rest = part
      while !rest.isEmpty {
        let target = UnsafeMutableRawBufferPointer(rebasing: buffer.bytes[..<rest.count])
        let count = memory.read(into: target, at: rest.lowerBound)
        search(UnsafeRawBufferPointer(rebasing: target[..<count]), from: rest.lowerBound)
        // The read ends at a page that is gone by now.
        let read = UInt64(count) / ResidentPages.size * ResidentPages.size
        rest = min(rest.lowerBound + read + ResidentPages.size, rest.upperBound)..<rest.upperBound
      }
    }

    private mutating func search(_ bytes: UnsafeRawBufferPointer, from address: UInt64) {
      let words = bytes.assumingMemoryBound(to: UInt64.self)
      var index = 0
      // Steps by hand: a loop over a range takes several times as long in a debug build.
      while index < words.count {
        if words[index] == word { found.append(address + UInt64(index * MemoryLayout<UInt64>.size)) }
        index += step
      }
    }
  }

  /// Memory outside of the heap.
  final class MappedBuffer {
    let bytes: UnsafeMutableRawBufferPointer

    init?(count: Int) {
      let start = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
      guard let start, start != MAP_FAILED else { return nil }
      bytes = UnsafeMutableRawBufferPointer(start: start, count: count)
    }

    deinit { munmap(bytes.baseAddress, bytes.count) }

    var range: Range<UInt64> {
      let start = UInt64(UInt(bitPattern: bytes.baseAddress))
      return start..<start + UInt64(bytes.count)
    }
  }

  /// The pages of a mapping that are in use. Reading the others would make the kernel fill them.
  enum ResidentPages {
    static let size = UInt64(max(1, sysconf(Int32(_SC_PAGESIZE))))

    /// Returns them as ranges of at most `size` bytes, which must be a multiple of the page size.
    static func parts(of range: Range<UInt64>, atMost size: Int) -> [Range<UInt64>] {
      var parts: [Range<UInt64>] = []
      var start = range.lowerBound
      while start < range.upperBound {
        let end = min(range.upperBound, start + UInt64(size))
        parts += runs(start..<end)
        start = end
      }
      return parts
    }

    private static func runs(_ range: Range<UInt64>) -> [Range<UInt64>] {
      let pages = (range.upperBound - range.lowerBound) / size
      guard pages > 0, let start = UnsafeMutableRawPointer(bitPattern: UInt(range.lowerBound)) else { return [] }
      var states = [UInt8](repeating: 0, count: Int(pages))
      if mincore(start, Int(pages * size), &states) == 0 { return runs(states, from: range.lowerBound) }
      // Some pages are gone by now: the heap may have become smaller. The others must not be left out.
      guard pages > 1 else { return [] }
      let middle = range.lowerBound + pages / 2 * size
      return runs(range.lowerBound..<middle) + runs(middle..<range.upperBound)
    }

    static func runs(_ states: [UInt8], page: UInt64 = size, from start: UInt64) -> [Range<UInt64>] {
      var runs: [Range<UInt64>] = []
      var index = 0
      while let first = states[index...].firstIndex(where: { $0 & 1 != 0 }) {
        let end = states[first...].firstIndex { $0 & 1 == 0 } ?? states.count
        runs.append(start + UInt64(first) * page..<start + UInt64(end) * page)
        index = end
      }
      return runs
    }
  }
#endif
