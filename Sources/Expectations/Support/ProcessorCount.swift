import Foundation

/// How many processors the process may use.
enum ProcessorCount {
  /// Foundation counts those of the machine; Dispatch, whose threads matter, those that `taskset` and the like have
  /// left to the process.
  static let usable: Int = {
    let active = ProcessInfo.processInfo.activeProcessorCount
    #if os(Linux)
      let allowed = SystemFile.text(of: "/proc/self/status", upTo: 4096).flatMap(allowed(in:))
      return min(active, allowed ?? active)
    #else
      return active
    #endif
  }()

  /// The number that the line `Cpus_allowed:` of a status names as a bit mask, in groups of eight hexadecimal digits:
  /// `3`, `ff,ffffffff`; nil when there is none.
  static func allowed(in status: String) -> Int? {
    guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("Cpus_allowed:") }) else { return nil }
    let count = line.dropFirst("Cpus_allowed:".count).compactMap(\.hexDigitValue).reduce(0) { $0 + $1.nonzeroBitCount }
    return count > 0 ? count : nil
  }
}
