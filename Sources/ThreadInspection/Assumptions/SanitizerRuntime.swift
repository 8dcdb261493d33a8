/// Whether a sanitizer watches this process.
///
/// Assumption: a program that is built with the thread or address sanitizer has a function of this name.
/// Check: none; a test runs under each sanitizer.
/// If false: tasks are searched in the huge tables of the sanitizer, up to the limits of the search.
/// Remove when: the compiler states the sanitizer as a condition.
enum SanitizerRuntime {
  static let isPresent = ["__tsan_init", "__asan_init"].contains { RuntimeSymbol.address($0) != nil }
}
