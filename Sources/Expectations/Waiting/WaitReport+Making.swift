// Makes the public report of a wait from its record.

extension WaitReport {
  /// Creates the report of a wait that is over.
  init(_ record: WaitRecord, error: (any Error)?) {
    let request = record.request
    // Before anything else here holds them.
    let unheld = record.hasTimedOut ? Unheld(of: request) : .none
    // Nothing shows a signal, unless it is what is missing, or delivered an error.
    let isSignalMissing = request.signal.map { !record.states[$0].hasCome } ?? false
    let (decisive, awaited) = record.positions
    let listed = request.expectations.indices.filter { position in
      position != request.signal || position == decisive || isSignalMissing && record.verdict.kind == .timedOut
    }
    var seen: Set<ObjectIdentifier> = []
    let entries = listed.map { position in
      var entry = Entry(request.expectations[position], record.states[position], in: record)
      entry.isUnheld = unheld.contains(position)
      entry.isRepeated = !seen.insert(ObjectIdentifier(request.expectations[position])).inserted
      return entry
    }
    let limit = request.timeouts.limitOnClock ?? request.timeouts.limit
    let findings = record.findings.value ?? WaitFindings()
    self.init(
      outcome: Outcome(record), elapsed: record.elapsed,
      uncounted: .nanoseconds(record.uncounted),
      stalls: Stall.all(findings.stalls, from: record.started.real, to: record.decided),
      elapsedOnClock: record.elapsedOnClock, limit: limit < .max ? .nanoseconds(limit) : nil,
      timeout: request.timeouts.requested, callSite: Place(request.site),
      expectations: entries,
      decisiveIndex: decisive.flatMap(listed.firstIndex(of:)), awaitedIndex: awaited.flatMap(listed.firstIndex(of:)),
      error: error, errorDescription: error.map { "\($0)" }, delay: .nanoseconds(record.ended.since(record.decided)),
      probes: findings.probes, blockedPoolThreads: findings.blockedPoolThreads,
      poolSize: Blockage.poolSize, context: record.context)
    isAnyOf = request.rule == .any
    inspected = findings.inspected
    if outcome == .timedOut, !request.clock.isOther { clocks = ExternalClocks.remarks(for: request.host) }
    if isSignalMissing { missingSignal = request.signal.map { request.expectations[$0].title } }
  }
}

extension ExpectationState {
  /// Whether the expectation is complete or has failed: for a signal, both count.
  fileprivate var hasCome: Bool { isComplete || failedAt != nil }
}

extension WaitRecord {
  /// Whether a fulfillment came in time, even if the expectation is not complete.
  fileprivate var isFulfilled: Bool {
    states.contains { $0.history.kept.contains { $0.instant <= deadline } }
  }

  /// Whether the wait ended at its bound in real time, before its clock reached the limit. Then its time was not over.
  fileprivate var gaveUpOnItsClock: Bool {
    guard let elapsedOnClock, let limit = request.timeouts.limitOnClock else { return false }
    return elapsedOnClock.saturatedNanoseconds < limit
  }

  /// The position that decided, and the position whose turn it was. For a repeated expectation, it is the first one.
  fileprivate var positions: (decisive: Int?, awaited: Int?) {
    switch verdict.kind {
    case .timedOut where request.goal == .silence && isFulfilled: (0, nil)
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
  /// Judges a wait that is over: what its verdict means, given what the wait was for.
  init(_ record: WaitRecord) {
    let outcome = Self(verdictOf: record)
    self =
      switch (record.request.goal, outcome) {
      case (.error, .threw): .completed
      case (.error, .completed): .unexpectedFulfillment
      case (.silence, .timedOut) where !record.isFulfilled && !record.gaveUpOnItsClock: .completed
      case (.silence, _) where record.isFulfilled && outcome != .cancelled: .unexpectedFulfillment
      default: outcome
      }
  }

  private init(verdictOf record: WaitRecord) {
    let expectations = record.request.expectations
    switch record.verdict.kind {
    case .completed: self = record.verdict.sawSurplus ? .overFulfilled : .completed
    case .timedOut: self = .timedOut
    case .outOfOrder: self = .incorrectOrder
    case .forbidden(let position):
      self = expectations[position].bounds.upper == 0 ? .unexpectedFulfillment : .overFulfilled
    case .failed: self = .threw
    case .cancelled: self = .cancelled
    case .interrupted: self = .interrupted
    case .impossible(let position):
      self = .cannotComplete(
        "the \(expectations[position].bounds.defect ?? "count") of \"\(expectations[position].title)\"")
    case .unreachable(let position):
      let label = expectations[position].queue?.label ?? ""
      let queue = label.withCString(QueueLabel.isMain) ? "the main queue" : "the queue \"\(label)\""
      self = .cannotComplete(
        "\"\(expectations[position].title)\" is fulfilled on \(queue), which this wait blocks; use `await` instead")
    case .valueless(let position):
      self = .cannotComplete(
        "\"\(expectations[position].title)\" must not happen, so it has no value to return; use wait(for:)")
    case .empty: self = .cannotComplete("nothing to wait for")
    }
  }
}

extension WaitReport.Entry {
  init(_ expectation: any AnyExpectation, _ state: ExpectationState, in record: WaitRecord) {
    let released = expectation.handlers?.release
    let isInTime = state.completedAt.map { $0 <= record.deadline || $0 <= record.started.fair } ?? false
    let wasEarly =
      state.completedAt != nil && state.history.nearest(to: state.bounds.lower).map { record.hadTime(for: $0) } ?? false
    self.init(
      description: expectation.title, createdAt: WaitReport.Place(expectation.createdAt),
      creationTime: .nanoseconds(expectation.createdInstant.since(record.started.real)),
      requiredCount: expectation.bounds.lower,
      allowedCount: expectation.bounds.upper, fulfillmentCount: state.count,
      fulfillments: state.history.kept.map { WaitReport.Fulfillment($0, in: record) },
      isComplete: expectation.bounds.isInverted ? state.surplus == nil : isInTime || wasEarly,
      handlersReleasedTime: released.map { .nanoseconds($0.time.since(record.started.real)) },
      handlersReleasedOn: released.map { "\($0.thread)" },
      hasUncalledHandler: expectation.handlers?.hasUncalledHandler ?? false,
      notification: expectation.observation?.findings)
  }
}

extension WaitRecord {
  /// Whether the limit had not even passed in real time. The fair clock alone cannot tell it: where time passes for a
  /// wait while that clock stands still, its beginning and its end are earlier on it than they were.
  fileprivate func hadTime(for fulfillment: Fulfillment) -> Bool {
    let limit = elapsedOnClock == nil ? request.timeouts.limit : 0
    return fulfillment.place.time <= started.real.advanced(by: limit)
  }
}

extension WaitReport.Fulfillment {
  init(_ fulfillment: Fulfillment, in record: WaitRecord) {
    // On another clock, the lateness is unknown.
    let isLate =
      record.elapsedOnClock == nil && fulfillment.instant > max(record.deadline, record.started.fair)
      && !record.hadTime(for: fulfillment)
    self.init(
      time: .nanoseconds(fulfillment.place.time.since(record.started.real)),
      callSite: fulfillment.place.site.map(WaitReport.Place.init),
      thread: "\(fulfillment.place.thread)", isError: fulfillment.isError,
      lateness: isLate ? .nanoseconds(fulfillment.instant.since(record.deadline)) : nil)
  }
}
