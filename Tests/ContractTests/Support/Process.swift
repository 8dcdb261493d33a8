import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// The resources that the process uses, as the system counts them.
enum ProcessUse {
  /// The user and system time of all threads so far.
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

    /// The resident memory in bytes.
    static var memory: Int {
      let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
      return (fields.count > 1 ? Int(fields[1]) ?? 0 : 0) * 4096
    }

    private static func entries(of path: String) -> Int {
      (try? FileManager.default.contentsOfDirectory(atPath: path).count) ?? 0
    }
  #endif
}
