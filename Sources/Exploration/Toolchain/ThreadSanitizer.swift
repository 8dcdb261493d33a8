/// Whether the thread sanitizer watches this process. Code then runs about ten times slower.
///
/// Assumption: a program that is built with the thread sanitizer has a function of this name.
/// Check: by `timeLimit_underTheThreadSanitizer_isLonger`, which runs under it, too.
/// If false: explorations end after 10 seconds with fewer schedules.
/// Remove when: the compiler states the sanitizer as a condition.
enum ThreadSanitizer {
  static let isPresent = RuntimeSymbol.address("__tsan_init") != nil
}
