import Foundation

/// The number of processors that the process may use.
enum ProcessorCount {
  /// The number of processors after limits such as `taskset`.
  ///
  /// Foundation counts the processors of the computer. Dispatch, whose threads matter here, counts those that the
  /// process may use.
  static let usable: Int = {
    let active = ProcessInfo.processInfo.activeProcessorCount
    #if os(Linux)
      // `String(contentsOfFile:)` reads only the beginning of a longer file of the kernel.
      let status = try? FileHandle(forReadingAtPath: "/proc/self/status")?.readToEnd()
      return min(active, status.flatMap { allowed(in: String(decoding: $0, as: UTF8.self)) } ?? active)
    #else
      return active
    #endif
  }()

  /// Counts the processors in the line `Cpus_allowed:` of a `/proc` status file, or returns nil without that line.
  ///
  /// The line holds a bit mask in groups of eight hexadecimal digits: `3`, `ff,ffffffff`.
  static func allowed(in status: String) -> Int? {
    guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("Cpus_allowed:") }) else { return nil }
    let count = line.dropFirst("Cpus_allowed:".count).compactMap(\.hexDigitValue).reduce(0) { $0 + $1.nonzeroBitCount }
    return count > 0 ? count : nil
  }
}
