import Foundation

/// Runs tests of this package, and returns what they print.
enum TestRun {
  /// Runs tests of Swift Testing in a process of their own, in parallel. Another test waits for late fulfillments.
  static func output(of tests: [String], in target: String, _ environment: [String: String]) throws -> String {
    let filter = "^\(target)\\.(.*/)?(\(tests.joined(separator: "|")))\\(|^WaitAfterwards\\."
    return try output(of: ["--testing-library", "swift-testing", "--filter", filter], environment)
  }

  /// Runs `Target.Class/testName`.
  static func output(ofXCTest test: String) throws -> String {
    try output(of: [test], ["EXPECTATIONS_TRACE": "-"])
  }

  /// This program is built beside the tests.
  private static let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).standardized
    .deletingLastPathComponent().appendingPathComponent("consumerPackageTests.xctest")

  private static func output(of arguments: [String], _ environment: [String: String]) throws -> String {
    let process = Process()
    process.executableURL = bundle
    process.arguments = arguments
    // With the usual limit of half a minute for a stall, the gallery would take too long.
    let variables = ["EXPECTATIONS_STALL_LIMIT": "0.4", "NO_COLOR": "1"].merging(environment) { $1 }
    process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    let pipe = Pipe()
    (process.standardInput, process.standardOutput, process.standardError) = (FileHandle.nullDevice, pipe, pipe)
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}
