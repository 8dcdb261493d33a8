// What an observer learns of waits.

extension Wait {
  /// What an observer learns of it; nil for a wait that the library makes for itself.
  func facts(_ expectations: [AnyExpectation]) -> WaitFacts? {
    let (members, test) = (expectations.map(\.key), expectations.first?.host.testName)
    return Engine.withLock { facts(of: members, test: test, in: $0) }
  }

  private func facts(of members: [TableKey], test: String?, in state: EngineState) -> WaitFacts? {
    guard terms.judges, goal != .step else { return nil }
    var hasInverted = false
    let parts = members.map { key in
      hasInverted = hasInverted || state.machine.expectations[key].bounds.isInverted
      return WaitFacts.Part(
        description: state.machine.expectations[key].origin?.title ?? "",
        fulfillments: state.machine.expectations[key].count, isComplete: state.machine.expectations[key].isComplete)
    }
    let kind: WaitFacts.Kind =
      switch terms.rule {
      case _ where hasInverted || goal == .nothing: .mustNotHappen
      case .all: .all
      case .allInOrder: .inOrder
      case .any: .any
      }
    return WaitFacts(
      number: UInt(bitPattern: ObjectIdentifier(self)), kind: kind, parts: parts, site: site, test: test,
      began: started.real.nanoseconds, limit: limit, isBlocking: context != .suspended)
  }

  /// Tells the observer of a fulfillment, for each wait that goes on.
  @inline(never)
  static func tellProgress(of expectation: AnyExpectation) {
    guard let observer = RunObservers.current, observer.watchesProgress else { return }
    let test = expectation.host.testName
    // A wait may end, and its expectations with it, as soon as the lock is released.
    let all = Engine.withLock { state in
      state.machine.expectations[expectation.key].memberships.compactMap { membership -> WaitFacts? in
        let wait = state.machine.waits[membership.wait]
        guard wait.verdict == nil, let object = wait.wait.object as? Wait else { return nil }
        return object.facts(of: wait.members, test: test, in: state)
      }
    }
    for facts in all { observer.waitProgressed(facts) }
  }
}

extension EndedWait {
  func tell(_ observer: any RunObserver) {
    guard let facts = wait.facts(expectations) else { return }
    let uncounted = uncounted
    let used = verdict.time.real.since(wait.started.real) - uncounted
    observer.waitEnded(
      facts,
      WaitEnd(
        outcome: WaitReport.Outcome(self), used: used, uncounted: uncounted,
        stalls: Stall.all(since: wait.started.real, uncounted),
        isJudgedByCaller: wait.needsReport && wait.goal == .completion && expectations.first?.origin.role == .ofTest))
  }
}

extension RunObservers {
  /// The lines of the observer for a failure that is no wait's.
  package static func lines(for description: String, at site: CallSite) -> [String] {
    WaitFacts(
      number: 0, kind: .all, parts: [.init(description: description)], site: site, began: Instant.now().nanoseconds,
      limit: 0, isBlocking: false
    ).observed
  }
}

package enum LiveWaits {
  /// The lines of all waits that go on, and what each waits for.
  package static var all: [(site: CallSite, name: String)] {
    Engine.withLock { state in
      var all: [(site: CallSite, name: String)] = []
      state.machine.waits.visitAll { wait in
        guard wait.verdict == nil || wait.verdict?.hasTimedOut == true, let site = wait.wait.object?.site,
          let first = wait.members.first, let name = state.machine.expectations[first].origin?.title
        else { return }
        all.append((site, name))
      }
      return all
    }
  }
}

extension Stall {
  /// The stalls that have ended since an instant; none if all of that time counted, apart from short delays.
  static func all(since start: Instant, _ uncounted: Nanoseconds) -> [Stall] {
    guard uncounted > FairClock.shortestStall else { return [] }
    return Engine.withLock { $0.stalls.filter { $0.ended > start } }
  }
}

extension WaitFacts {
  /// The lines of the observer for a wait whose time is over, and how to see more, if its test wants it explained.
  ///
  /// `expectations-trace` knows this function by its name, and ends the path of a test where it is called first.
  func explanation(in host: any TestHost) -> (lines: [String], advice: String?) {
    guard !host.onlyCollects else { return ([], nil) }
    return (observed, advice)
  }

  /// It may take longer than a step of an exploration may.
  fileprivate var observed: [String] {
    guard let observer = RunObservers.current else { return [] }
    return ControlledTime.outsideSteps { observer.lines(for: self) }
  }

  /// How to see the path of the test, once in a run.
  private var advice: String? {
    #if os(Linux)
      // The expectation may be that of another test.
      guard let name = (TestHosts.current.testName ?? test)?.prefix(while: { $0 != "(" }), !name.isEmpty,
        EnvironmentSetting.read("EXPECTATIONS_TRACE", "a path", by: { $0 }) == nil,
        !Self.hasAdvised.withLock({ hasAdvised in
          defer { hasAdvised = true }
          return hasAdvised
        })
      else { return nil }
      return "to see the path of your code: swift run expectations-trace \(Self.quoted(name))"
    #else
      return nil
    #endif
  }

  private static let hasAdvised = Locked(false)

  /// A name as a shell takes it: a raw identifier has characters that mean something there.
  static func quoted(_ name: Substring) -> String {
    let isPlain = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
    return isPlain ? String(name) : "'\(name.replacing("'", with: #"'\''"#))'"
  }
}
