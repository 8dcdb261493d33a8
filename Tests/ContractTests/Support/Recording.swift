import Testing

import class Expectations.Expectation

@testable import Expectations

/// A host that stores problems, so that a test can inspect failures without failing.
final class RecordingHost: TestHost {
  struct Stop: Error {}

  private let recorded = Locked<[Problem]>([])
  private let stopped = Locked(false)

  let testName: String?
  private let file: String
  private let line: Int

  /// Tests count the lines of problems from the one where the host is made.
  init(testName: String? = nil, fileID: String = #fileID, line: Int = #line) {
    (self.testName, self.line) = (testName, line)
    file = String(fileID.drop { $0 != "/" }.dropFirst())
  }

  /// A place so many lines below, as texts name it: `DocumentTests.swift:40`.
  func place(_ distance: Int) -> String { "\(file):\(line + distance)" }

  var hasStopped: Bool { stopped.withLock { $0 } }

  var onlyCollects: Bool { true }

  /// The recorded problems as they are, with their locations.
  var originals: [Problem] { recorded.withLock { $0 } }
  var problems: [Record] {
    originals.map {
      let text = "\($0.severity): \($0.text)"
      guard "\($0.site)".hasPrefix("\(file):") else { return Record(file: "\($0.site)", line: 0, text: text) }
      return Record(line: Int($0.site.line) - line, text: text)
    }
  }
  var failures: [Record] { problems.filter { $0.text.hasPrefix("failure") } }
  var warnings: [Record] { problems.filter { $0.text.hasPrefix("warning") } }

  /// Fails if other problems have been recorded than these.
  func expect(_ expected: Record..., at place: SourceLocation = #_sourceLocation) {
    #expect(problems == expected, sourceLocation: place)
  }

  /// Whether a recorded problem has these lines after its first one.
  func says(_ lines: String) -> Bool { problems.contains { $0.text.contains("\n" + lines) } }

  func record(_ problem: Problem) { recorded.withLock { $0.append(problem) } }

  func stop(recording problem: Problem?) -> any Error {
    if let problem { record(problem) }
    stopped.withLock { $0 = true }
    return Stop()
  }
}

/// What a problem is to the contract: its line, its severity, and the first line of its text. Two are equal if these
/// are; what explains a problem differs between implementations.
struct Record: Hashable, CustomStringConvertible, Sendable {
  /// The place, if it is in another file than the test.
  var file: String?
  /// How many lines it is below the call of `recording`.
  var line: Int
  /// The severity and the text.
  var text: String

  /// A failure so many lines below the call of `recording`.
  static func failure(_ line: Int, _ firstLine: String) -> Record { Record(line: line, text: "failure: \(firstLine)") }

  /// A warning so many lines below the call of `recording`.
  static func warning(_ line: Int, _ firstLine: String) -> Record { Record(line: line, text: "warning: \(firstLine)") }

  var description: String { "\(file ?? "+\(line)"): \(text)" }

  private var headline: String {
    // A measured time differs from run to run, and one core adds how much of it did not count.
    String(text.prefix { $0 != "\n" })
      .replacing(/\ \([0-9.]+ s passed; for [^)]* did not run\)/, with: "")
      .replacing(/\ (after|fulfilled) ([0-9]+\.[0-9]+ s|#)/, with: " after #")
  }

  static func == (one: Record, other: Record) -> Bool {
    (one.file, one.line, one.headline) == (other.file, other.line, other.headline)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(line) }

  /// The first line of the text, without the severity.
  var firstLine: String { String(text.drop { $0 != ":" }.dropFirst(2).prefix { $0 != "\n" }) }

  /// The whole text, without the severity and the lines that only explain, which differ between implementations.
  var message: String {
    text.drop { $0 != ":" }.dropFirst(2).split(separator: "\n").filter {
      !$0.hasPrefix("  with this timeout, ") && !$0.hasPrefix("  this wait blocked ")
    }.joined(separator: "\n")
  }
}

/// Runs `body` with a new host for everything that it creates, and returns the recorded problems.
func recording<Result>(
  fileID: String = #fileID, line: Int = #line, _ body: () throws -> Result
) rethrows -> (result: Result, host: RecordingHost) {
  let host = RecordingHost(fileID: fileID, line: line)
  return (try with(host, body), host)
}

/// Runs `body` with a new host for everything that it creates, and returns the recorded problems.
func recording<Result>(
  fileID: String = #fileID, line: Int = #line, isolation: isolated (any Actor)? = #isolation,
  _ body: () async throws -> Result
) async rethrows -> (result: Result, host: RecordingHost) {
  let host = RecordingHost(fileID: fileID, line: line)
  return (try await with(host, isolation: isolation, body), host)
}

/// Runs `body` with a new host for everything that it creates, and fails if a problem is recorded.
@discardableResult
func expectNoProblems<Result>(
  at place: SourceLocation = #_sourceLocation, isolation: isolated (any Actor)? = #isolation,
  _ body: () async throws -> Result
) async rethrows -> Result {
  let (result, host) = try await recording(isolation: isolation, body)
  #expect(host.problems == [], sourceLocation: place)
  return result
}

/// An error of the work that a test waits for.
struct Refused: Error {}

/// Runs `body` with this host for everything that it creates.
func with<Result>(_ host: any TestHost, _ body: () throws -> Result) rethrows -> Result {
  try HostOverride.$current.withValue(host, operation: body)
}

/// Runs `body` with this host for everything that it creates.
func with<Result>(
  _ host: any TestHost, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
) async rethrows -> Result {
  try await HostOverride.$current.withValue(host, operation: body, isolation: isolation)
}

/// Marks the part of an `async` test that intentionally uses the blocking forms.
@discardableResult
func blocking<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }

extension Expectation {
  /// Whether a wait for this expectation has begun and has not ended; its thread or task sleeps, or is about to.
  var isAwaitedNow: Bool { Engine.withLock { !$0.machine.expectations[base.key].memberships.isEmpty } }
}

extension Recorder {
  /// Whether a wait of a call for an event has begun and has not ended, if the test has no other wait.
  var isAwaitedNow: Bool {
    var isFound = false
    Engine.withLock { state in
      state.machine.waits.visitAll { wait in
        isFound = isFound || wait.members.contains { state.machine.expectations[$0].origin?.host === storage.host }
      }
    }
    return isFound
  }
}
