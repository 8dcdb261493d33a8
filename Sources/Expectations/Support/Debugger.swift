import Foundation

/// Whether a debugger controls the process, which may stop it for any time.
package enum Debugger {
  package static var isAttached: Bool {
    #if canImport(Darwin)
      var info = kinfo_proc()
      var size = MemoryLayout<kinfo_proc>.stride
      var name = [CTL_KERN, KERN_PROC, KERN_PROC_PID, getpid()]
      return sysctl(&name, UInt32(name.count), &info, &size, nil, 0) == 0 && info.kp_proc.p_flag & P_TRACED != 0
    #elseif os(Linux)
      // The process that traces this one, or 0.
      let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
      let line = status.split(separator: "\n").first { $0.hasPrefix("TracerPid:") }
      return line.map { !$0.hasSuffix("\t0") } ?? false
    #else
      return false
    #endif
  }
}
