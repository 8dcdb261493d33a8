import Foundation
import Interruption
import Testing

/// A test method.
public struct XCTestMethod {
  fileprivate enum Body {
    case blocking((XCTestCase) throws -> Void)
    case suspending((XCTestCase) async throws -> Void)
  }

  fileprivate let name: String
  fileprivate let body: Body
}

public func blocking<Test: XCTestCase>(
  _ name: String, _ body: @escaping @MainActor (Test) throws -> Void
) -> XCTestMethod {
  // XCTest runs such methods on the main thread.
  XCTestMethod(
    name: name,
    body: .blocking { test in
      nonisolated(unsafe) let test = test as! Test
      try MainActor.assumeIsolated { try body(test) }
    })
}

public func suspending<Test: XCTestCase>(
  _ name: String, _ body: @escaping (Test) async throws -> Void
) -> XCTestMethod {
  XCTestMethod(name: name, body: .suspending { try await body($0 as! Test) })
}

/// The tests of a class.
public struct XCTestClass {
  fileprivate let type: XCTestCase.Type
  fileprivate let methods: [XCTestMethod]

  public init(_ type: XCTestCase.Type, _ methods: [XCTestMethod]) {
    self.type = type
    self.methods = methods
  }
}

/// Runs the tests as Xcode does, in a process that may also run tests of Swift Testing, before or after them.
///
/// `FRAMEWORKS` lists the frameworks that run, in order: `xctest`, `xctest,testing`, `testing,xctest`. Xcode knows only
/// the last line of the output; only `swift test` reads the exit status.
public func runTests(_ classes: [XCTestClass]) -> Never {
  let frameworks = ProcessInfo.processInfo.environment["FRAMEWORKS"] ?? "xctest"
  var isGreen = true
  for framework in frameworks.split(separator: ",") {
    isGreen = (framework == "xctest" ? Runner().run(classes) : runSwiftTesting()) && isGreen
  }
  log("Verdict: \(isGreen ? "succeeded" : "failed")")
  exit(isGreen ? EXIT_SUCCESS : EXIT_FAILURE)
}

private func runSwiftTesting() -> Bool {
  let status = Guarded<CInt?>(nil)
  wait {
    status.with { $0 != nil }
  } whileRunning: {
    let ended: CInt = await Testing.__swiftPMEntryPoint()
    status.with { $0 = ended }
  }
  return status.with { $0 == EXIT_SUCCESS }
}

/// Runs the main run loop while a task runs on the pool.
private func wait(until isOver: @escaping () -> Bool, whileRunning body: @escaping () async -> Void) {
  nonisolated(unsafe) let body = body
  Task.detached {
    await body()
    DispatchQueue.main.async {}
  }
  while !isOver() { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
}

private final class Runner {
  private var failures = 0
  private var count = 0
  /// XCTest keeps every test case until the end of the run.
  private var kept: [XCTestCase] = []

  func run(_ classes: [XCTestClass]) -> Bool {
    suite("All tests") {
      for each in classes {
        suite("\(each.type)") {
          for method in each.methods { run(method, of: each.type) }
        }
      }
    }
    log("Executed \(count) test\(count == 1 ? "" : "s"), with \(failures) failures")
    return failures == 0
  }

  private func suite(_ name: String, _ body: () -> Void) {
    let suite = XCTestSuite(name)
    suite.testRun?.start()
    XCTestObservationCenter.shared.tell { $0.testSuiteWillStart(suite) }
    body()
    suite.testRun?.stop()
    XCTestObservationCenter.shared.tell { $0.testSuiteDidFinish(suite) }
    failures += suite.testRun?.failureCount ?? 0
  }

  private func run(_ method: XCTestMethod, of type: XCTestCase.Type) {
    let test = type.init()
    kept.append(test)
    test.prepare(method.name)
    test.testRun?.start()
    log("Test Case '\(test.name)' started.")
    XCTestObservationCenter.shared.tell { $0.testCaseWillStart(test) }
    Current.set(test)
    perform(method, test)
    Current.set(nil)
    // XCTest writes its log and tells the observers here. No documentation says whether the run has stopped by then.
    takeTime("MICROSECONDS_TO_END")
    let stopsLast = ProcessInfo.processInfo.environment["MICROSECONDS_AFTER_STOP"] == nil
    if !stopsLast { test.testRun?.stop() }
    takeTime("MICROSECONDS_AFTER_STOP")
    XCTestObservationCenter.shared.tell { $0.testCaseDidFinish(test) }
    if stopsLast { test.testRun?.stop() }
    let failed = test.testRun?.failureCount ?? 0
    log("Test Case '\(test.name)' \(failed == 0 ? "passed" : "failed").")
    (count, failures) = (count + 1, failures + failed)
  }

  private func perform(_ method: XCTestMethod, _ test: XCTestCase) {
    let isSetUp =
      suspend(test) { try await test.setUp() } && block(test) { try test.setUpWithError() }
      && block(test) { test.setUp() as Void }
    if isSetUp {
      switch method.body {
      case .blocking(let body): _ = block(test) { try body(test) }
      case .suspending(let body): _ = suspend(test) { try await body(test) }
      }
    }
    while let teardown = test.takeTeardownBlock() {
      switch teardown {
      case .blocking(let body): _ = block(test, body)
      case .suspending(let body): _ = suspend(test, body)
      }
    }
    _ = block(test) { test.tearDown() as Void }
    _ = block(test) { try test.tearDownWithError() }
    _ = suspend(test) { try await test.tearDown() }
  }

  /// Runs a part of a test on the main thread. Returns whether the part completed.
  private func block(_ test: XCTestCase, _ body: @escaping () throws -> Void) -> Bool {
    let part = Part(body)
    let context = Unmanaged.passRetained(part)
    // An interruption leaks the part, as an exception of Objective-C leaks the objects of the frames that it unwinds.
    let hasReturned = interruption_catch(
      { Unmanaged<Part>.fromOpaque($0!).takeUnretainedValue().run() }, context.toOpaque())
    guard hasReturned else { return false }
    context.release()
    guard let error = part.error else { return true }
    if error is XCTSkip {
      test.testRun?.skip()
    } else if !isIgnored(error) {
      let issue = XCTIssue(type: .thrownError, compactDescription: "failed: caught error: \"\(error)\"")
      _ = block(test) { test.record(issue) }
    }
    return false
  }

  /// Runs a part of a test on the pool. Returns whether the part completed.
  private func suspend(_ test: XCTestCase, _ body: @escaping () async throws -> Void) -> Bool {
    let result = Guarded<Result<Void, any Error>?>(nil)
    nonisolated(unsafe) let body = body
    wait {
      result.with { $0 != nil }
    } whileRunning: {
      do {
        try await body()
        result.with { $0 = .success(()) }
      } catch {
        result.with { $0 = .failure(error) }
      }
    }
    guard case .failure(let error) = result.with({ $0 }) else { return true }
    return block(test) { throw error }
  }
}

/// A part of a test, in a form that a function in C can call.
private final class Part {
  private let body: () throws -> Void
  private(set) var error: (any Error)?

  init(_ body: @escaping () throws -> Void) {
    self.body = body
  }

  func run() {
    do { try body() } catch { self.error = error }
  }
}
