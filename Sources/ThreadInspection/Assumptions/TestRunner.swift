/// The function that starts the tests, which SwiftPM adds to the tester's modules.
///
/// Assumption: it is a member of the type `Runner` in a module whose name ends with `PackageTests`.
/// Check: its file is named `runner.swift`, where lines are read.
/// If false: where lines cannot be read, the main thread "sleeps, called in" that function.
/// Remove when: SwiftPM starts tests without code of its own.
enum TestRunner {
  static func isPart(_ symbol: String) -> Bool { symbol.contains(text: "PackageTests6Runner") }
}
