#if os(Linux)
  import Glibc

  /// Replaces the process, which runs an exit test, with one that runs a single test of XCTest: `Target.Class/method`.
  package func becomeXCTest(_ name: String) -> Never { becomeTest([name]) }

  /// Does the same for the tests of Swift Testing that a regular expression finds.
  /// - Parameter options: Further options of Swift Testing.
  package func becomeSwiftTesting(_ filter: String, _ options: String...) -> Never {
    // Otherwise, it would be the exit test again.
    unsetenv("SWT_EXIT_TEST_ID")
    becomeTest(["--testing-library", "swift-testing", "--filter", filter] + options)
  }

  private func becomeTest(_ arguments: [String]) -> Never {
    // Leaks are checked in the run of all tests.
    setenv("ASAN_OPTIONS", "detect_leaks=0", 1)
    var pointers: [UnsafeMutablePointer<CChar>?] = ([CommandLine.arguments[0]] + arguments).map { strdup($0) } + [nil]
    execv("/proc/self/exe", &pointers)
    exit(99)
  }
#endif
