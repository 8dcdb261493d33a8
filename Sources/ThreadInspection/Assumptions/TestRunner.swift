/// The function that starts the tests, which the build system adds to the tester's modules.
///
/// Assumption: it is a member of the type `Runner` in a module whose name ends with `PackageTests`, in a file named
/// `runner.swift`; with Swift Build, it is a member of `__SwiftPMGeneratedTestRunner`, in `test_entry_point.swift`.
/// Check: by a test in `Tests/ThreadInspectionTests`, which finds neither on the main thread.
/// If false: texts say of the main thread that it "sleeps, called in" that function, or at its line.
/// Remove when: SwiftPM starts tests without code of its own.
enum TestRunner {
  static func isPart(_ symbol: String) -> Bool {
    symbol.contains(text: "PackageTests6Runner") || symbol.contains(text: "28__SwiftPMGeneratedTestRunner")
  }

  static func isFile(_ path: String) -> Bool {
    path.hasSuffix("/runner.swift") || path.hasSuffix("/test_entry_point.swift")
  }
}
