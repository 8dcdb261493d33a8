import Foundation

#if os(Linux)
  /// The pages of a mapping that are in use. Reading the others would make the kernel fill them.
  enum ResidentPages {
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
      let page = UInt64(max(1, sysconf(Int32(_SC_PAGESIZE))))
      let pages = Int((range.upperBound - range.lowerBound) / page)
      var states = [UInt8](repeating: 0, count: pages)
      // A mapping that is gone by now gives an error.
      guard let start = UnsafeMutableRawPointer(bitPattern: UInt(range.lowerBound)),
        mincore(start, pages * Int(page), &states) == 0
      else { return [] }
      return runs(states, page: page, from: range.lowerBound)
    }

    static func runs(_ states: [UInt8], page: UInt64, from start: UInt64) -> [Range<UInt64>] {
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
