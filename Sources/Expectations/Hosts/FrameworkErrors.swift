import Foundation
import Testing

#if canImport(XCTest)
  import XCTest
#endif

/// Records failures in Swift Testing, and keeps the error that stops a test without another failure.
///
/// Swift Testing records every error that a test throws, except the error of its own failed `#require`. The library
/// keeps one such error and stops all tests with it.
///
/// Assumption: Swift Testing does not record the error of a failed `#require` again, no matter which test throws it.
/// Check: by `Tests/Checks/Consumer/check`.
/// If false: a stopped test has a second failure.
/// Remove when: Swift Testing has a public error that ends a test without a failure.
enum TestingFailure {
  /// The recorded error. Swift Testing shows the first line of its text first.
  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private static let kept = Locked<(any Error)?>(nil)

  /// The error that stops a test; nil until the library has one.
  static var stopError: (any Error)? { kept.withLock { $0 } }

  /// Gets the error before any test runs: Swift Testing does not record anything yet.
  static func prepare() {
    if FallbackHandler.isNone { keepError("", at: #_sourceLocation) }
  }

  /// Records a failure in the test that the calling task runs. Returns whether the test fails with it: not if the test
  /// declares it a known issue.
  static func record(_ problem: Problem, at location: SourceLocation) -> Bool {
    if problem.mayStop, stopError == nil {
      keepError(problem.text, at: location)
      return true
    }
    let issue = Issue.record(Failure(description: problem.text), sourceLocation: location)
    #if compiler(>=6.3)
      return issue.isFailure
    #else
      // Earlier toolchains do not tell.
      return true
    #endif
  }

  private static func keepError(_ text: String, at location: SourceLocation) {
    do {
      // Swift Testing shows this expression before the text.
      let `everything happened as expected` = false
      try #require(`everything happened as expected`, "\(text)", sourceLocation: location)
    } catch {
      kept.withLock { $0 = error }
    }
  }
}

/// Errors by which a test ends itself, and those of failures that are already recorded.
enum TestEnding {
  /// Whether an error that a body threw ends the test, so that nothing may hold it back: it skips or cancels the test,
  /// or the failure that it stands for is recorded.
  static func isOne(_ error: any Error) -> Bool { isSkip(error) || isRecorded(error) }

  /// Whether the framework takes the error for a skip or a cancellation.
  static func isSkip(_ error: any Error) -> Bool {
    #if canImport(XCTest)
      if error is XCTSkip { return true }
    #endif
    return RunningTask.exists && Task.isCancelled
  }

  /// Whether an assertion of the framework has failed with the error, and has recorded that.
  static func isRecorded(_ error: any Error) -> Bool {
    if error is ExpectationFailedError { return true }
    #if !canImport(XCTest)
      return false
    #elseif canImport(Darwin) || EXPECTATIONS_APPLE_XCTEST
      return error is StoppedTest
    #else
      return CorelibsFailure.stopError.map { type(of: $0) == type(of: error) } ?? false
    #endif
  }
}

#if canImport(XCTest)
  extension XCTestCase {
    /// Whether the test has skipped itself or thrown an error, so that it may not have reached its waits. XCTest also
    /// counts an error that an assertion has caught.
    var hasEndedItself: Bool { testRun.map { $0.hasBeenSkipped || $0.unexpectedExceptionCount > 0 } ?? false }
  }
#endif

/// The function, if any, that records for one test framework what fails in the other.
///
/// The library gets its errors from checks that fail while no test runs. Neither framework records those; but once a
/// handler is installed, a framework may pass them to it.
///
/// Assumption: `_swift_testing_getFallbackEventHandler` (Swift 6.3 and later) returns the handler, and takes and
/// returns its values as a C function does. XCTest passes nothing to the handler that XCTest itself has installed.
/// Check: the symbol is looked up, and XCTest's handler is in a library of its name.
/// If false: a failure is recorded that is none, before the first test.
/// Remove when: both frameworks have an error that ends a test without a failure.
enum FallbackHandler {
  static var isNone: Bool { address == nil }

  #if os(Linux)
    /// Whether the handler is a function of a library whose name has the word `XCTest`.
    static var isOfXCTest: Bool {
      guard let address, let maps = try? FileHandle(forReadingAtPath: "/proc/self/maps")?.readToEnd() else {
        return false
      }
      return isInXCTest(UInt(bitPattern: address), maps: String(decoding: maps, as: UTF8.self))
    }

    static func isInXCTest(_ address: UInt, maps: String) -> Bool {
      maps.split(separator: "\n").contains { line in
        let fields = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
        guard fields.count == 6, fields[5].split(separator: "/").last?.contains("XCTest") == true else { return false }
        let bounds = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        return bounds.count == 2 && bounds[0] <= address && address < bounds[1]
      }
    }
  #endif

  private static var address: UnsafeRawPointer? {
    typealias Getter = @convention(c) () -> UnsafeRawPointer?
    return functionOfRuntime("_swift_testing_getFallbackEventHandler").flatMap { unsafeBitCast($0, to: Getter.self)() }
  }
}
