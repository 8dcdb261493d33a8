import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// What the operating system knows of this process.
enum ProcessFigures {
  /// The CPU time of all its threads so far, in milliseconds.
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

  /// How many threads it has; nil where that cannot be told.
  static var threads: Int? {
    #if os(Linux)
      // Every thread is a folder in there. Two links are the folder's own.
      var status = stat()
      guard stat("/proc/self/task", &status) == 0 else { return nil }
      return Int(status.st_nlink) - 2
    #else
      return nil
    #endif
  }
}
