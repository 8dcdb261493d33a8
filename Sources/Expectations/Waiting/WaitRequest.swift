/// A wait as it was asked for.
struct WaitRequest: Sendable {
  var cores: [ExpectationCore]
  var rule: WaitRule
  var needsValues: Bool
  /// Whether the caller judges for itself: the wait records nothing, and its report is wanted of a success, too.
  var isSilent: Bool
  var timeouts: Timeouts
  var site: CallSite

  init(
    _ cores: [ExpectationCore], rule: WaitRule = .all, needsValues: Bool = false, isSilent: Bool = false,
    timeout: Duration?, site: CallSite
  ) {
    self.cores = cores
    self.rule = rule
    self.needsValues = needsValues
    self.isSilent = isSilent
    timeouts = Timeouts(timeout)
    self.site = site
  }

  func members(isBlocking: Bool) -> [WaitMember] {
    cores.map { core in
      WaitMember(
        expectation: core.key, isUnreachable: isBlocking && core.queue?.isBlockedByCaller ?? false)
    }
  }

  func terms(from now: Instant, outer: SlotKey?) -> WaitTerms<FulfillmentPlace> {
    WaitTerms(
      rule: rule, needsValues: needsValues, warnsOfLateness: !isSilent,
      place: FulfillmentPlace(site: site, thread: .unknown),
      deadline: now.advanced(by: timeouts.limit), quietEnd: now.advanced(by: timeouts.window), outer: outer)
  }
}

/// A wait that is over: the verdict, and the facts for a report.
struct WaitEnding: Sendable {
  var finish: Finish
  var started: Instant
  var ended: Instant
  var deadline: Instant
  var surroundings: Surroundings
  /// The states of the expectations when the wait ended; empty when nobody will ask.
  var states: [ExpectationState<FulfillmentPlace>]

  /// Whether the wait was successful: everything came, and nothing came too often.
  var isSuccess: Bool {
    guard case .completed = finish.verdict.kind else { return false }
    return !finish.sawSurplus
  }
}

/// What the members of a pack stand for in a wait.
func cores<each W: Waitable>(of waitables: repeat each W) -> [ExpectationCore] {
  var cores: [ExpectationCore] = []
  for waitable in repeat each waitables { cores.append(waitable.waitTarget.core) }
  return cores
}
