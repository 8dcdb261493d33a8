import Testing

/// Finds, at the end of a test of XCTest or of the run, the expectations that no test has waited for and the waits that
/// no test awaits.
///
/// The release of an expectation reports that no test waited for it. But the work, a handler, a property or a global
/// may keep an expectation until the process ends.
enum WhatRemains {
  /// What remains, with everything that its failure needs.
  private struct Remainder {
    var problem: Problem
    var host: any TestHost
    var wait: WaitReference?

    var place: (String, UInt) { (problem.site.fileID.description, problem.site.line) }
  }

  static let isCheckedAtEnd: Void = ProcessEnd.add(.checks) { checkRun() }

  /// Whether expectations exist that no test created: properties of test cases, for example.
  private static var hasExpectationsOfNoTest: Bool {
    Engine.withLock { state in
      state.machine.expectations.keys.contains { state.machine.expectations[$0].origin?.isOfNoTest ?? false }
    }
  }

  /// Judges, at the end of a test of XCTest, the expectations that no test has waited for: those of the test, and those
  /// in properties of its test case. XCTest creates all test cases before the first test.
  static func judge(_ host: any TestHost, of testCase: AnyObject) {
    for problem in takeMissingWaits(of: host) where !host.hasStopped { host.record(problem) }
    judgeProperties(of: testCase, for: host.hasStopped ? nil : host)
  }

  private static func takeMissingWaits(of host: any TestHost) -> [Problem] {
    Engine.withLock { state in
      state.machine.expectations.keys.compactMap { key in
        guard let origin = state.machine.expectations[key].origin, origin.role == .ofTest, origin.host === host else {
          return nil
        }
        return state.machine.expectations[key].takeMissingWait()
      }
    }
  }

  /// - Parameter host: The host that records them; nil if the test did not reach its waits.
  private static func judgeProperties(of testCase: AnyObject, for host: (any TestHost)?) {
    guard hasExpectationsOfNoTest else { return }
    var mirror: Mirror? = Mirror(reflecting: testCase)
    while let properties = mirror {
      for property in properties.children {
        guard let waitable = property.value as? any Waitable else { continue }
        let expectation = waitable.waitTarget.expectation
        guard expectation.origin.isOfNoTest,
          let problem = Engine.withLock({ $0.machine.expectations[expectation.key].takeMissingWait() })
        else { continue }
        host?.record(problem)
      }
      mirror = properties.superclassMirror
    }
  }

  /// Adds, at the end of the run, what remains to the problems that fail it.
  private static func checkRun() {
    guard TestHosts.haveTests, !isExitTest else { return }
    var seen: Set<WaitReference> = []
    let remainders = Engine.withLock { takeRemainders(in: &$0) }.sorted { $0.place < $1.place }
    for remainder in remainders where !remainder.host.hasStopped {
      if let wait = remainder.wait, !seen.insert(wait).inserted { continue }
      PendingProblems.add(remainder.problem.noted(afterTest: remainder.host.nameAtEnd))
    }
  }

  /// Whether the process runs the body of an exit test, which decides how it ends.
  private static var isExitTest: Bool {
    #if os(macOS) || os(Linux) || os(FreeBSD) || os(OpenBSD) || os(Windows)
      ExitTest.current != nil
    #else
      false
    #endif
  }

  /// Returns what remains, and notes that it is reported.
  private static func takeRemainders(in state: inout EngineState) -> [Remainder] {
    var remainders: [Remainder] = []
    for key in state.machine.expectations.keys {
      let expectation = state.machine.expectations[key]
      guard let origin = expectation.origin, !origin.host.onlyCollects else { continue }
      if origin.role == .ofCondition {
        remainders.append(Remainder(problem: .stillRunning(origin.title, at: origin.createdAt), host: origin.host))
      } else if origin.role == .ofTest, let problem = state.machine.expectations[key].takeMissingWait() {
        remainders.append(Remainder(problem: problem, host: origin.host))
      }
      for membership in expectation.memberships {
        let wait = state.machine.waits[membership.wait]
        // Of a wait that has just failed, the failure would be lost.
        let hasFailed = wait.verdict.map { !$0.isSuccess && $0.kind != .cancelled } ?? true
        guard wait.terms.judges, hasFailed, let site = wait.wait.object?.site else { continue }
        let problem = Problem.stillRunning(origin.title, more: wait.members.count - 1, at: site)
        remainders.append(Remainder(problem: problem, host: origin.host, wait: wait.wait))
      }
    }
    return remainders
  }
}

extension Origin {
  fileprivate var isOfNoTest: Bool { role == .ofTest && host.isOfNoTest }
}

/// What hosts ask when a test or the run ends.
extension TestHosts {
  static func judgeWhatRemains(of testCase: AnyObject, in host: any TestHost) { WhatRemains.judge(host, of: testCase) }

  static func judgeWhatRemainsAtEnd() { _ = WhatRemains.isCheckedAtEnd }

  /// Ends the waits of the calling thread, in which an exception has ended the sleep.
  static func forgetWaitsOfThread() {
    for wait in RunLoopWaits.forgetThread() {
      guard let key = wait.key else { continue }
      Engine.cancel(key)
      let ended = Engine.withLock { $0.machine.waits.contains(key) ? $0.machine.end(key).0 : nil }
      withExtendedLifetime(ended) {}
    }
  }

  /// Whether the calling thread is in a wait, or in the body of a blocking condition.
  static var isInWaitOrCondition: Bool { RunLoopWaits.isInWaitOrCondition }
}
