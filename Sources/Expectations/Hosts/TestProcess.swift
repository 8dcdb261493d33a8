import Foundation

/// Whether Swift Testing runs tests in this process. XCTest tells its observers which test runs, but Swift Testing
/// tells nothing outside the tasks of its tests.
///
/// With `swift test`, the tests of a package run in two processes, one for each framework. With Xcode, they run in one.
///
/// Assumption: SwiftPM starts the tests of Swift Testing with the programs and arguments below, and Xcode starts tests
/// with the environment variables below, and runs the tests of Swift Testing before or after the suites of XCTest, not
/// inside one.
/// Check: by `Tests/Checks/Consumer/check`; for Xcode on a Mac only.
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

// What observes XCTest. Apple's and the open-source one differ, so each has a type of its own, with the same members.
#if canImport(XCTest)
  #if canImport(Darwin) || EXPECTATIONS_APPLE_XCTEST
    typealias XCTestOfProcess = AppleXCTest
  #else
    typealias XCTestOfProcess = CorelibsXCTest
  #endif
#endif

/// The stages of XCTest in a process.
enum XCTestStage: Sendable {
  /// No test suite runs: the first has not started, or the last is over.
  case idle
  /// A test suite runs, but no test case of it.
  case betweenTests
  /// A test case runs. With the open-source XCTest, this stage lasts from the first test to the end of the process.
  case inTest
}

/// The name of a test of XCTest, as the texts of the library show it.
enum TestName {
  /// Returns `Class.test`, without the module, for `Class.test` and for `-[Module.Class test]`.
  ///
  /// Assumption: the name of a test case is `Class.test`, or `-[Module.Class test]` in Apple's XCTest.
  /// Check: by `Tests/Checks/Consumer/check`, whose failures name their tests.
  /// If false: texts show the whole name.
  /// Remove when: a test case provides the names of its class and its method.
  static func short(_ name: String) -> String {
    guard name.hasPrefix("-["), name.hasSuffix("]") else { return name }
    let parts = name.dropFirst(2).dropLast().split(separator: " ", maxSplits: 1)
    guard parts.count == 2 else { return name }
    let type = parts[0].split(separator: ".")
    return (type.count > 1 ? type.dropFirst() : type[...]).joined(separator: ".") + "." + parts[1]
  }
}

/// Prepares the test frameworks before any test runs. The target `ExpectationsBeforeTests` calls it when the loader
/// loads the program or the test bundle.
///
/// XCTest announces each test that starts, but cannot say which test is running, so the library must observe it from
/// the first test on. In Swift Testing, the error that stops a test belongs to the framework, which throws it only when
/// a check fails. The library makes a check fail now, before the framework records anything, and keeps the error. In
/// XCTest, it does so when the first suite starts, which a program that runs no tests never announces.
///
/// Assumption: the linker prefers this function to the weak one in C, which the loader calls before the first test;
/// `@_cdecl` gives it the name.
/// Check: by `Tests/Checks/Consumer/check`.
/// If false: the library observes XCTest only from its first use, whose test it does not know: failures of that test
/// are printed, and the run fails. The first failure that stops a test begins with a sentence of the framework.
/// Remove when: XCTest says which test is running, and both frameworks have an error that ends a test.
@_cdecl("expectations_before_tests")
@usableFromInline
func beforeTests() {
  EnvironmentSetting.reportUselessNames()
  TestHosts.judgeWhatRemainsAtEnd()
  switch TestProcess.kind {
  case .swiftTesting:
    // On Apple platforms, XCTest may record a check that fails outside a test.
    #if !canImport(Darwin)
      TestingFailure.prepare()
    #endif
  case .both, .other:
    #if canImport(XCTest)
      _ = XCTestOfProcess.shared
    #endif
  }
}
