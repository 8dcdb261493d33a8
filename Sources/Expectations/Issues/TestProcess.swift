import Foundation

/// The test framework, if any, that runs this process.
///
/// With `swift test`, the tests of a package run in two processes, one for each framework. With Xcode, they run in one.
///
/// Assumption: SwiftPM and Xcode start tests with the programs, arguments and environment variables below, and
/// Xcode runs the tests of Swift Testing before or after the suites of XCTest, not inside one.
/// Check: by `Tests/Consumer/check`; for Xcode on a Mac only.
/// If false: a suite of XCTest records a failure outside the tasks of tests, or the end of the run prints it.
/// Remove when: the frameworks say which of them runs the process.
package enum TestProcess {
  case swiftTesting
  case xctest
  /// XCTest runs the process, and may run Swift Testing in it.
  case both
  case other

  package static let kind = TestProcess(
    arguments: CommandLine.arguments, environment: ProcessInfo.processInfo.environment)

  init(arguments: [String], environment: [String: String]) {
    let executable = arguments.first.map { URL(fileURLWithPath: $0) }
    if let flag = arguments.firstIndex(of: "--testing-library"), arguments.dropFirst(flag + 1).first == "swift-testing"
    {
      self = .swiftTesting
    } else if executable?.lastPathComponent == "swiftpm-testing-helper" {
      self = .swiftTesting
    } else if Self.variablesOfXcode.contains(where: { environment[$0] != nil }) {
      self = .both
    } else if executable?.pathExtension == "xctest" || executable?.lastPathComponent == "xctest" {
      self = .xctest
    } else {
      self = .other
    }
  }

  /// Environment variables of a process that Xcode or `xcodebuild` runs tests in.
  private static let variablesOfXcode = [
    "XCTestConfigurationFilePath", "XCTestBundlePath", "XCTestBundleInjectPath", "XCTestSessionIdentifier",
  ]

  /// Returns the framework that records a problem of code outside a task of a Swift Testing test; nil for none.
  ///
  /// In a process that runs both, the answer differs from call to call: XCTest records the problem while it runs its
  /// tests, and Swift Testing records it before and after.
  func framework(at stage: @autoclosure () -> XCTestStage) -> TestFramework? {
    switch self {
    case .swiftTesting: .swiftTesting
    case .xctest: .xctest
    case .both: stage() == .idle ? .swiftTesting : .xctest
    case .other: stage() == .idle ? nil : .xctest
    }
  }
}

enum TestFramework {
  case swiftTesting
  case xctest
}
