import Foundation

/// The resources that the process uses, as the system counts them.
enum ProcessUse {
  #if os(Linux)
    static var threads: Int { entries(of: "/proc/self/task") }
    static var descriptors: Int { entries(of: "/proc/self/fd") }

    private static func entries(of path: String) -> Int {
      (try? FileManager.default.contentsOfDirectory(atPath: path).count) ?? 0
    }
  #endif
}
