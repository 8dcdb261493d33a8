#if os(Linux)
  import Glibc

  /// Replaces the process, which runs an exit test, with one that runs a single test of XCTest: `Target.Class/method`.
  package func becomeXCTest(_ name: String) -> Never {
    // Leaks are checked in the run of all tests.
    setenv("ASAN_OPTIONS", "detect_leaks=0", 1)
    let arguments: [String] = [CommandLine.arguments[0], name]
    var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    execv("/proc/self/exe", &pointers)
    exit(99)
  }
#endif
