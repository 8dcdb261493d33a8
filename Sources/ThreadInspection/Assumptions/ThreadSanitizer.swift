import Foundation

/// Whether the process runs under the thread sanitizer, which delays signal handlers until a thread calls it.
///
/// Assumption: its library has the function `__tsan_init`.
/// Check: none is possible.
/// If false: each running thread costs the time limit of one signal, and cannot be read.
/// Remove when: the compiler tells a program about its sanitizers.
enum ThreadSanitizer {
  static let isActive = dlsym(anyImage, "__tsan_init") != nil

  /// What `dlsym` searches: all loaded images.
  #if canImport(Darwin)
    private static var anyImage: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: -2) }
  #else
    private static var anyImage: UnsafeMutableRawPointer? { nil }
  #endif
}
