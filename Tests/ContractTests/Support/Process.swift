import Foundation

enum ProcessUse {
  static var cpuTime: Duration {
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_SELF, &usage)
    #else
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    #endif
    let seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
    let microseconds = Int(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec)
    return .seconds(seconds) + .microseconds(microseconds)
  }

  #if os(Linux)
    static var threads: Int { entries(of: "/proc/self/task") }
    static var descriptors: Int { entries(of: "/proc/self/fd") }

    /// The bytes of the heap that are in use, as `malloc_info` counts them. Resident memory also grows with the arenas
    /// that the threads happen to use.
    static var heap: Int {
      typealias Info = @convention(c) (Int32, UnsafeMutablePointer<FILE>) -> Int32
      var text: UnsafeMutablePointer<CChar>?
      var length = 0
      guard let function = dlsym(nil, "malloc_info"), let file = open_memstream(&text, &length) else { return 0 }
      _ = unsafeBitCast(function, to: Info.self)(0, file)
      fclose(file)
      defer { free(text) }
      guard let text else { return 0 }
      // The sums of all arenas come last.
      let sums = String(cString: text).suffix(1000)
      func size(_ element: String) -> Int {
        guard let start = sums.range(of: element, options: .backwards)?.upperBound,
          let value = sums[start...].range(of: "size=\"")?.upperBound
        else { return 0 }
        return Int(sums[value...].prefix(while: \.isNumber)) ?? 0
      }
      return size("<system type=\"current\"") - size("<total type=\"fast\"") - size("<total type=\"rest\"")
        + size("<total type=\"mmap\"")
    }

    private static func entries(of path: String) -> Int {
      (try? FileManager.default.contentsOfDirectory(atPath: path).count) ?? 0
    }
  #endif
}
