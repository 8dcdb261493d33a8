import Foundation

/// A run that accepts issues between its start and its stop. An issue at any other time ends the process.
public final class XCTestRun: Sendable {
  private enum Stage {
    case new
    case started
    case stopped
  }

  private let state = Guarded((stage: Stage.new, failures: 0, exceptions: 0, isSkipped: false))
  private let name: String

  init(of name: String) {
    self.name = name
  }

  public var failureCount: Int { state.with { $0.failures } }
  public var unexpectedExceptionCount: Int { state.with { $0.exceptions } }
  public var hasBeenSkipped: Bool { state.with { $0.isSkipped } }
  var isRunning: Bool { state.with { $0.stage == .started } }

  public var stopDate: Date? { state.with { $0.stage == .stopped ? Date() : nil } }

  func start() { state.with { $0.stage = .started } }
  func stop() { state.with { $0.stage = .stopped } }
  func skip() { state.with { $0.isSkipped = true } }

  public func record(_ issue: XCTIssue) {
    let isRunning = state.with { state in
      state.failures += 1
      if issue.type == .thrownError { state.exceptions += 1 }
      return state.stage == .started
    }
    guard isRunning else { end("an issue was recorded in the run of \(name), which does not run") }
    log(issue.line(for: name))
  }
}

public final class XCTestSuite: Sendable {
  public let name: String
  public let testRun: XCTestRun?

  init(_ name: String) {
    self.name = name
    testRun = XCTestRun(of: name)
  }
}
