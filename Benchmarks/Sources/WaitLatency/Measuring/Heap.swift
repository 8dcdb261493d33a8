import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// The memory that the program has allocated and not freed.
enum Heap {
  /// The size in bytes; nil if the allocator does not report it.
  static var bytesInUse: Int? {
    #if canImport(Darwin)
      var statistics = malloc_statistics_t()
      malloc_zone_statistics(nil, &statistics)
      return Int(statistics.size_in_use)
    #elseif canImport(Glibc)
      return GlibcHeap.report.map(GlibcHeap.bytesInUse(in:))
    #else
      return nil
    #endif
  }
}

#if canImport(Glibc)
  /// Glibc's report about its heap, as XML. Swift does not import `mallinfo2`.
  private enum GlibcHeap {
    private typealias MallocInfo = @convention(c) (CInt, UnsafeMutablePointer<FILE>) -> CInt

    static var report: String? {
      guard let symbol = dlsym(nil, "malloc_info") else { return nil }
      let mallocInfo = unsafeBitCast(symbol, to: MallocInfo.self)
      var text: UnsafeMutablePointer<CChar>?
      var size = 0
      guard let stream = open_memstream(&text, &size) else { return nil }
      let status = mallocInfo(0, stream)
      fclose(stream)
      defer { free(text) }
      guard status == 0, let text else { return nil }
      return String(cString: text)
    }

    /// The memory from the system minus the free memory, plus the memory that was mapped separately.
    static func bytesInUse(in report: String) -> Int {
      let free = total("fast", in: report) + total("rest", in: report)
      return size(after: "<system type=\"current\"", in: report) - free + total("mmap", in: report)
    }

    private static func total(_ type: String, in report: String) -> Int {
      size(after: "<total type=\"\(type)\"", in: report)
    }

    /// The size in the last element that begins with the text: the totals of all arenas come after those of each.
    private static func size(after beginning: String, in report: String) -> Int {
      guard let element = report.range(of: beginning, options: .backwards),
        let size = report.range(of: "size=\"", range: element.upperBound..<report.endIndex)
      else { return 0 }
      return Int(report[size.upperBound...].prefix { $0.isNumber }) ?? 0
    }
  }
#endif
