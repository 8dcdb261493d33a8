extension WaitReport {
  /// The report of a wait that is over.
  init(_ ending: WaitEnding, of request: WaitRequest, error: (any Error)?) {
    let verdict = ending.finish.verdict
    let listed = request.cores.indices.filter { $0 != request.signal }
    var seen: Set<ObjectIdentifier> = []
    let entries = listed.map { position in
      var entry = Entry(request.cores[position], ending.states[position], in: ending)
      entry.isRepeated = !seen.insert(ObjectIdentifier(request.cores[position])).inserted
      return entry
    }
    let limit = request.timeouts.limitOnClock ?? request.timeouts.limit
    let findings = ending.findings.value ?? Probes.Findings()
    let (decisive, awaited) = verdict.kind.positions
    self.init(
      outcome: Outcome(ending, request), elapsed: .nanoseconds(ending.ended.since(ending.started.real)),
      uncounted: .nanoseconds(ending.uncounted),
      stalls: Stall.all(findings.stalls, from: ending.started.real, to: ending.decided),
      elapsedOnClock: ending.elapsedOnClock, limit: limit < .max ? .nanoseconds(limit) : nil,
      timeout: request.timeouts.asked, callSite: Place(request.site),
      expectations: entries,
      decisive: decisive.flatMap(listed.firstIndex(of:)), awaited: awaited.flatMap(listed.firstIndex(of:)),
      error: error, errorDescription: error.map { "\($0)" }, delay: .nanoseconds(ending.ended.since(ending.decided)),
      probes: findings.probes, blockedPoolThreads: findings.blockedPoolThreads,
      poolSize: Blockage.poolSize, threads: findings.threads, surroundings: ending.surroundings)
    isAnyOf = request.rule == .any
    if outcome == .timedOut, !request.clock.isOther { clocks = ManualClocks.remarks(for: request.host) }
    if let signal = request.signal, !ending.states[signal].hasCome { missingSignal = request.cores[signal].title }
  }
}

extension ExpectationState {
  /// Whether it is complete or has failed: as a signal, both count.
  fileprivate var hasCome: Bool { isComplete || failedAt != nil }
}

extension Verdict.Kind {
  /// The position that decided, and the one whose turn it was. Of one that was given twice, it is the first.
  fileprivate var positions: (decisive: Int?, awaited: Int?) {
    switch self {
    case .outOfOrder(let early, let awaited): (early, awaited)
    case .forbidden(let position), .failed(let position), .impossible(let position), .unreachable(let position),
      .valueless(let position):
      (position, nil)
    case .completed(let first): (first, nil)
    case .timedOut, .cancelled, .interrupted, .empty: (nil, nil)
    }
  }
}

extension WaitReport.Outcome {
  init(_ ending: WaitEnding, _ request: WaitRequest) {
    let cores = request.cores
    switch ending.finish.verdict.kind {
    case .completed: self = ending.finish.sawSurplus ? .overFulfilled : .completed
    case .timedOut: self = .timedOut
    case .outOfOrder: self = .incorrectOrder
    case .forbidden(let position): self = cores[position].bounds.upper == 0 ? .unexpectedFulfillment : .overFulfilled
    case .failed: self = .threw
    case .cancelled: self = .cancelled
    case .interrupted: self = .interrupted
    case .impossible(let position):
      self = .cannotComplete("the \(cores[position].bounds.defect ?? "count") of \"\(cores[position].title)\"")
    case .unreachable(let position):
      let label = cores[position].queue?.label ?? ""
      let queue = label == "com.apple.main-thread" ? "the main queue" : "the queue \"\(label)\""
      self = .cannotComplete(
        "\"\(cores[position].title)\" is fulfilled on \(queue), which this wait blocks; use `await` instead")
    case .valueless(let position):
      self = .cannotComplete(
        "\"\(cores[position].title)\" must not happen, so it has no value to return; use wait(for:)")
    case .empty: self = .cannotComplete("nothing to wait for")
    }
  }
}

extension WaitReport.Entry {
  init(_ core: ExpectationCore, _ state: ExpectationState<FulfillmentPlace>, in ending: WaitEnding) {
    let isInTime = state.completedAt.map { $0 <= ending.deadline || $0 <= ending.started.fair } ?? false
    self.init(
      description: core.title, createdAt: WaitReport.Place(core.createdAt),
      creationTime: .nanoseconds(core.createdInstant.since(ending.started.real)), requiredCount: core.bounds.lower,
      allowedCount: core.bounds.upper, fulfillmentCount: state.count,
      fulfillments: state.history.kept.map { WaitReport.Fulfillment($0, in: ending) },
      isComplete: core.bounds.isQuiet ? state.surplus == nil : isInTime,
      handlersGoneTime: core.handlersGoneAt.map { .nanoseconds($0.since(ending.started.real)) },
      hasUncalledHandler: core.hasUncalledHandler,
      notification: core.observation?.findings)
  }
}

extension WaitReport.Fulfillment {
  init(_ fulfillment: Fulfillment<FulfillmentPlace>, in ending: WaitEnding) {
    // On another clock, nothing is known of how late.
    let isLate = ending.elapsedOnClock == nil && fulfillment.instant > max(ending.deadline, ending.started.fair)
    self.init(
      time: .nanoseconds(fulfillment.place.time.since(ending.started.real)),
      callSite: fulfillment.place.site.map(WaitReport.Place.init),
      thread: "\(fulfillment.place.thread)", isError: fulfillment.isError,
      lateness: isLate ? .nanoseconds(fulfillment.instant.since(ending.deadline)) : nil)
  }
}
