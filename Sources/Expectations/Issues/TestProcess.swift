import Foundation

/// Whether Swift Testing runs tests in this process. XCTest tells its observers which test runs, but Swift Testing
/// tells nothing outside the tasks of its tests.
///
/// With `swift test`, the tests of a package run in two processes, one for each framework. With Xcode, they run in one.
///
/// Assumption: SwiftPM starts the tests of Swift Testing with the programs and arguments below, and Xcode starts tests
/// with the environment variables below, and runs the tests of Swift Testing before or after the suites of XCTest, not
/// inside one.
/// Check: by `Tests/Consumer/check`; for Xcode on a Mac only.
/// If false: a failure outside the tests is printed when it happens, and the run fails.
/// Remove when: Swift Testing tells which tests it runs outside their tasks.
package enum TestProcess {
  case swiftTesting
  /// XCTest runs the process, and may run Swift Testing in it.
  case both
  /// Nothing is known: a process of XCTest, or a program that runs no tests, or runs them itself.
  case other

  package static let kind = TestProcess(
    arguments: CommandLine.arguments, environment: ProcessInfo.processInfo.environment)

  init(arguments: [String], environment: [String: String]) {
    let program = arguments.first.map { URL(fileURLWithPath: $0).lastPathComponent }
    if let flag = arguments.firstIndex(of: "--testing-library"), arguments.dropFirst(flag + 1).first == "swift-testing"
    {
      self = .swiftTesting
    } else if program == "swiftpm-testing-helper" {
      self = .swiftTesting
    } else if Self.variablesOfXcode.contains(where: { environment[$0] != nil }) {
      self = .both
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
  /// Except in a process of Swift Testing alone, the answer differs from call to call: XCTest records the problem while
  /// it runs its tests. In a process that runs both, Swift Testing records it before and after.
  func framework(at stage: @autoclosure () -> XCTestStage) -> TestFramework? {
    switch self {
    case .swiftTesting: .swiftTesting
    case .both: stage() == .idle ? .swiftTesting : .xctest
    case .other: stage() == .idle ? nil : .xctest
    }
  }
}

enum TestFramework {
  case swiftTesting
  case xctest
}
