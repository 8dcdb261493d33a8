#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

package enum Sanitizer {
  /// Whether the thread sanitizer or the address sanitizer is active. Times and memory then belong to the sanitizer,
  /// and tests can make no claim about them.
  package static let isActive = (["__tsan_init", "__asan_init"] as [String]).contains { dlsym(anywhere, $0) != nil }

  /// RTLD_DEFAULT, which Swift does not import.
  private static var anywhere: UnsafeMutableRawPointer? {
    #if canImport(Darwin)
      UnsafeMutableRawPointer(bitPattern: -2)
    #else
      nil
    #endif
  }
}
