import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// The resources that the process uses, as the system counts them.
enum ProcessUse {
  /// Whether the thread sanitizer or the address sanitizer is active. Times and memory then belong to the sanitizer,
  /// and tests can make no claim about them.
  static let isSanitized = (["__tsan_init", "__asan_init"] as [String]).contains { dlsym(anywhere, $0) != nil }

  /// RTLD_DEFAULT, which Swift does not import.
  private static var anywhere: UnsafeMutableRawPointer? {
    #if canImport(Darwin)
      UnsafeMutableRawPointer(bitPattern: -2)
    #else
      nil
    #endif
  }

  #if os(Linux)
    static var threads: Int { entries(of: "/proc/self/task") }
    static var descriptors: Int { entries(of: "/proc/self/fd") }

    private static func entries(of path: String) -> Int {
      (try? FileManager.default.contentsOfDirectory(atPath: path).count) ?? 0
    }
  #endif
}
