/// Whether a sanitizer watches this process.
///
/// Assumption: a program that is built with the thread or address sanitizer has a function of this name. The thread
/// sanitizer delays signal handlers until the thread calls it.
/// Check: none; a test runs under each sanitizer.
/// If false: tasks are searched in the huge tables of the sanitizer, up to the limits of the search, and each running
/// thread costs the time limit of one signal and cannot be read.
/// Remove when: the compiler states the sanitizer as a condition.
enum SanitizerRuntime {
  static let isPresent = isOfThreads || RuntimeSymbol.address("__asan_init") != nil
  static let isOfThreads = RuntimeSymbol.address("__tsan_init") != nil
}
