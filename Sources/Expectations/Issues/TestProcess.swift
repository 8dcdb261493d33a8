import Foundation

/// The test framework, if any, that runs this process. The tests of a package run twice, once under each framework.
enum TestProcess {
  case swiftTesting
  case xctest
  case other

  static let kind = TestProcess(
    arguments: CommandLine.arguments, environment: ProcessInfo.processInfo.environment)

  init(arguments: [String], environment: [String: String]) {
    let executable = arguments.first.map { URL(fileURLWithPath: $0) }
    if let flag = arguments.firstIndex(of: "--testing-library"), arguments.dropFirst(flag + 1).first == "swift-testing"
    {
      self = .swiftTesting
    } else if executable?.lastPathComponent == "swiftpm-testing-helper" {
      self = .swiftTesting
    } else if executable?.pathExtension == "xctest" || executable?.lastPathComponent == "xctest" {
      self = .xctest
    } else if environment["XCTestConfigurationFilePath"] != nil || environment["XCTestBundlePath"] != nil {
      self = .xctest
    } else {
      self = .other
    }
  }
}
