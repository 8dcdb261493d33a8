/// What is noted of every wait that is over, whatever came of it; not of those by which the library itself waits.
enum WaitLog {
  static func note(_ ending: WaitEnding, of request: WaitRequest) {
    let used = ending.ended.since(ending.started)
    // What must not happen uses all its time by nature.
    if NarrowWaits.isNarrow(used: used, allowed: request.timeouts.limit), ending.isSuccess, !request.clock.isOther,
      !request.cores.contains(where: \.bounds.isQuiet), !request.isInternal
    {
      NarrowWaits.add(
        NarrowWaits.Narrow(
          description: request.nameList, site: request.site, test: request.host.testName, used: used,
          allowed: request.timeouts.limit))
    }
    guard let ledger = Ledger.shared, !request.isInternal else { return }
    ledger.append(LedgerLine(ending, of: request))
  }

  static func noteNeverAwaited(_ core: ExpectationCore) {
    Ledger.shared?.append(
      LedgerLine(neverAwaited: core.description, test: core.host.testName, createdAt: core.createdAt))
  }
}
