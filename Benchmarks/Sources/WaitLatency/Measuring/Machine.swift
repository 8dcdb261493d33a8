import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// The machine of a run, and the conditions there.
struct Machine: Codable, Sendable {
  var os: String
  var cpu: String
  var cores: Int
  var swift: String
  /// The load of the computer at the beginning: the processes that wanted a core, averaged over the last minute.
  var load: Double
  var mode: String
  var seed: UInt64
  var date: String

  init(_ options: Options) {
    os = ProcessInfo.processInfo.operatingSystemVersionString
    cpu = Self.processor
    cores = ProcessInfo.processInfo.activeProcessorCount
    swift = Self.compiler
    var averages = [0.0]
    load = getloadavg(&averages, 1) == 1 ? averages[0] : 0
    mode = options.isQuick ? "quick" : "full"
    seed = options.seed
    date = Date().formatted(.iso8601)
  }

  var headline: String {
    """
    wait-latency, \(mode), seed \(seed)
    \(cpu), \(cores) cores, load \(String(format: "%.2f", load)), \(os), Swift \(swift), \(Self.configuration) build

    """
  }

  private static var processor: String {
    let information = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
    let line = information?.split(separator: "\n").first { $0.hasPrefix("model name") }
    return line?.split(separator: ":").last?.trimmingCharacters(in: .whitespaces) ?? architecture
  }

  private static var architecture: String {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "arm64"
    #else
      "unknown processor"
    #endif
  }

  private static var compiler: String {
    #if compiler(>=6.4)
      "6.4 or later"
    #elseif compiler(>=6.3)
      "6.3"
    #else
      "6.2"
    #endif
  }

  private static var configuration: String {
    #if DEBUG
      "DEBUG (measure with -c release)"
    #else
      "release"
    #endif
  }
}
