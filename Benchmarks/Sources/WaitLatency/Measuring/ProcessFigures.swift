import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// Facts about this process from the operating system.
enum ProcessFigures {
  /// The CPU time of all threads so far, in milliseconds.
  static var cpuMilliseconds: Double {
    var usage = rusage()
    #if canImport(Glibc)
      getrusage(CInt(RUSAGE_SELF.rawValue), &usage)
    #else
      getrusage(RUSAGE_SELF, &usage)
    #endif
    return milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime)
  }

  private static func milliseconds(_ time: timeval) -> Double {
    Double(time.tv_sec) * 1000 + Double(time.tv_usec) / 1000
  }

  /// The number of threads; nil if it is unknown.
  static var threads: Int? {
    #if os(Linux)
      // Each thread is a folder in there. Two of the links belong to the folder itself.
      var status = stat()
      guard stat("/proc/self/task", &status) == 0 else { return nil }
      return Int(status.st_nlink) - 2
    #else
      return nil
    #endif
  }
}
