import Foundation

/// Whether a debugger controls the process: a step that it stops takes long, and blocks nothing. Known on Linux only.
/// Elsewhere, a process that is stopped as a whole is seen once, which is no blocked step.
enum Debugger {
  static var isAttached: Bool {
    #if os(Linux)
      guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return false }
      return status.split(separator: "\n").contains { $0.hasPrefix("TracerPid:") && !$0.hasSuffix("\t0") }
    #else
      return false
    #endif
  }
}
