import Testing

/// Finds, at the end of the run, the expectations that no test has waited for, or that were fulfilled too often, the
/// waits that no test awaits, and the recorders with events that no test has consumed.
///
/// The release of an expectation or a recorder reports such a problem. But the work, a handler, a property or a global
/// may keep it until the process ends. Until then, another test may still use it.
enum WhatRemains {
  /// What remains, with everything that its failure needs.
  private struct Remainder {
    var problem: Problem
    var host: any TestHost
    var wait: WaitReference?
    var isExtra = false

    var place: (String, UInt) { (problem.site.fileID.description, problem.site.line) }
  }

  static let isCheckedAtEnd: Void = ProcessEnd.add(.checks) { checkRun() }

  /// The test of each expectation in a property of its test case that no test created: XCTest creates all test cases
  /// before the first test.
  private static let ownersOfProperties = Locked<[Origin: any TestHost]>([:])

  /// Finds the expectations and recorders in the properties of a test case whose test has ended.
  static func noteProperties(of testCase: AnyObject, for host: any TestHost) {
    guard hasExpectationsOfNoTest || Living.hasAnyOfNoTest else { return }
    var mirror: Mirror? = Mirror(reflecting: testCase)
    while let properties = mirror {
      for property in properties.children {
        if let object = property.value as? any LivingObject, object.host.isOfNoTest { Living.note(host, of: object) }
        guard let origin = (property.value as? any Waitable)?.waitTarget.expectation.origin, origin.isOfNoTest else {
          continue
        }
        ownersOfProperties.withLock { $0[origin] = host }
      }
      mirror = properties.superclassMirror
    }
  }

  /// Whether expectations exist that no test created: properties of test cases, for example.
  private static var hasExpectationsOfNoTest: Bool {
    Engine.withLock { state in
      state.machine.expectations.keys.contains { state.machine.expectations[$0].origin?.isOfNoTest ?? false }
    }
  }

  #if canImport(Darwin) || EXPECTATIONS_APPLE_XCTEST
    /// Returns the problems of expectations of a test, or in properties of its test case, that nothing has reported.
    /// Apple's XCTest records what comes before the end of the run.
    static func takeProblems(of host: any TestHost) -> [Problem] {
      let owners = ownersOfProperties.withLock { $0 }
      return Engine.withLock { state in
        var problems: [Problem?] = []
        for key in state.machine.expectations.keys {
          guard let origin = state.machine.expectations[key].origin, origin.role == .ofTest,
            (owners[origin] ?? origin.host) === host
          else { continue }
          problems.append(state.machine.expectations[key].takeStrayExtra())
          problems.append(state.machine.expectations[key].takeMissingWait())
        }
        return problems.compactMap { $0 }
      }
    }
  #endif

  /// Adds, at the end of the run, what remains to the problems that fail it.
  private static func checkRun() {
    guard TestHosts.haveTests, !isExitTest else { return }
    var seen: Set<WaitReference> = []
    let owners = ownersOfProperties.withLock { $0 }
    let remainders = Engine.withLock { takeRemainders(in: &$0, owners) }.sorted { $0.place < $1.place }
    // An extra fulfillment came before the test was stopped.
    for remainder in remainders where remainder.isExtra || !remainder.host.hasStopped {
      if let wait = remainder.wait, !seen.insert(wait).inserted { continue }
      PendingProblems.add(remainder.problem.noted(afterTest: remainder.host.nameAtEnd))
    }
    for problem in Living.problemsAtEnd() { PendingProblems.add(problem) }
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
  private static func takeRemainders(in state: inout EngineState, _ owners: [Origin: any TestHost]) -> [Remainder] {
    var remainders: [Remainder] = []
    for key in state.machine.expectations.keys {
      let expectation = state.machine.expectations[key]
      guard let origin = expectation.origin, !origin.host.onlyCollects else { continue }
      if origin.role == .ofCondition {
        remainders.append(Remainder(problem: .stillRunning(origin.title, at: origin.createdAt), host: origin.host))
      } else if origin.role == .ofTest {
        let host = owners[origin] ?? origin.host
        if let problem = state.machine.expectations[key].takeStrayExtra() {
          remainders.append(Remainder(problem: problem, host: host, isExtra: true))
        }
        if let problem = state.machine.expectations[key].takeMissingWait() {
          remainders.append(Remainder(problem: problem, host: host))
        }
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
  /// Notes the end of a test of XCTest.
  static func noteEnd(of testCase: AnyObject, in host: any TestHost) {
    WhatRemains.noteProperties(of: testCase, for: host)
    #if canImport(Darwin) || EXPECTATIONS_APPLE_XCTEST
      for problem in WhatRemains.takeProblems(of: host) where !host.hasStopped { host.record(problem) }
    #endif
  }

  static func judgeWhatRemainsAtEnd() { _ = WhatRemains.isCheckedAtEnd }
}
