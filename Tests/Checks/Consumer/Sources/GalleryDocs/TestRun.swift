import Foundation

/// Runs tests of this package, and returns what they print.
enum TestRun {
  enum Framework: String, CaseIterable {
    case swiftTesting = "Swift Testing"
    case xctest = "XCTest"
  }

  /// Runs one test in a process of its own, where no thread or task of another test stands. In Swift Testing, another
  /// test follows that waits for late fulfillments.
  ///
  /// - Parameter test: `Target.name` in Swift Testing, and `Target.Class/testName` in XCTest.
  static func output(of test: String, in framework: Framework) throws -> String {
    switch framework {
    case .swiftTesting:
      let parts = test.split(separator: ".")
      let filter = "^\(parts[0])\\.(.*/)?\(parts[1])\\(|^WaitAfterwards\\."
      return try output(of: [bundle, "--testing-library", "swift-testing", "--no-parallel", "--filter", filter])
    case .xctest: return try output(of: [bundle, test])
    }
  }

  /// Runs several tests, one after the other, because they block shared queues.
  static func output(ofAll filter: String) throws -> String {
    try output(of: ["swift", "test", "--build-system", "native", "--skip-build", "--no-parallel", "--filter", filter])
  }

  /// This program is built beside the tests.
  private static let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).standardized
    .deletingLastPathComponent().appendingPathComponent("consumerPackageTests.xctest").path

  private static func output(of command: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    // With the usual limit of half a minute for a stall, the gallery would take too long.
    let variables = ["EXPECTATIONS_STALL_LIMIT": "0.4", "NO_COLOR": "1"]
    process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    let pipe = Pipe()
    (process.standardInput, process.standardOutput, process.standardError) = (FileHandle.nullDevice, pipe, pipe)
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}
