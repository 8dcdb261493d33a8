// What an observer learns of waits.

extension Wait {
  /// What an observer learns of it. Waits of the library itself are no one's business.
  func facts(_ expectations: [AnyExpectation]) -> WaitFacts? {
    guard terms.judges else { return nil }
    let isQuiet =
      goal == .silence
      || Engine.withLock { state in
        expectations.contains { state.machine.expectations[$0.key].bounds.isInverted }
      }
    let kind: WaitFacts.Kind =
      switch terms.rule {
      case _ where isQuiet: .mustNotHappen
      case .all: .all
      case .allInOrder: .inOrder
      case .any: .any
      }
    return WaitFacts(
      number: UInt(bitPattern: ObjectIdentifier(self).hashValue), kind: kind, descriptions: expectations.map(\.title),
      site: site, test: expectations.first?.host.testName, began: started.real.nanoseconds, limit: limit,
      isBlocking: context != .suspended)
  }
}

extension EndedWait {
  func tell(_ observer: any RunObserver) {
    guard let facts = wait.facts(expectations) else { return }
    let uncounted = uncounted
    let used = verdict.time.real.since(wait.started.real) - uncounted
    observer.waitEnded(
      facts,
      WaitEnd(outcome: outcome.name, used: used, uncounted: uncounted, isJudgedByCaller: wait.needsReport))
  }
}
