import Foundation

#if os(Linux)
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
#endif
