// Makes the public report of a wait that is over.

extension WaitReport {
  init(_ ended: EndedWait, error: (any Error)?) {
    let wait = ended.wait
    var seen: Set<Origin> = []
    let entries = ended.expectations.indices.map { position in
      var entry = Entry(ended.expectations[position], ended.states[position], in: ended)
      entry.isRepeated = !seen.insert(ended.expectations[position].origin).inserted
      return entry
    }
    let elapsed = ended.ended.since(wait.started.real)
    self.init(
      outcome: Outcome(ended), elapsed: .nanoseconds(elapsed), uncounted: .nanoseconds(ended.uncounted),
      limit: wait.limit < .max ? .nanoseconds(wait.limit) : nil, timeout: wait.timeout, callSite: Place(wait.site),
      expectations: entries, error: error, delay: .nanoseconds(ended.delay), facts: ended.facts,
      context: wait.context, isAnyOf: wait.terms.rule == .any)
    (decisiveIndex, awaitedIndex) = ended.positions
  }
}

extension EndedWait {
  /// The real time until the verdict that did not count.
  var uncounted: Nanoseconds {
    guard !wait.terms.isInRealTime else { return 0 }
    return max(0, verdict.time.real.since(wait.started.real) - verdict.time.fair.since(wait.started.fair))
  }

  /// The position that decided, and the position whose turn it was. For a repeated expectation, it is the first one.
  fileprivate var positions: (decisive: Int?, awaited: Int?) {
    switch verdict.kind {
    case .timedOut where wait.goal == .nothing && isFulfilled: (0, nil)
    case .outOfOrder(let early, let awaited): (early, awaited)
    case .forbidden(let position), .failed(let position), .impossible(let position), .valueless(let position):
      (position, nil)
    case .completed(let first): (first, nil)
    case .timedOut, .cancelled, .interrupted, .empty: (nil, nil)
    }
  }

  /// How long after the deadline a fulfillment came; nil if it came in time.
  fileprivate func lateness(of fulfillment: Fulfillment) -> Nanoseconds? {
    guard fulfillment.time.fair > verdict.time.fair, verdict.hasTimedOut else { return nil }
    return wait.lateness(of: fulfillment.time)
  }
}

extension Wait {
  /// How long after the deadline an instant is, on the clock of the wait.
  func lateness(of time: Moment) -> Nanoseconds {
    max(0, (terms.isInRealTime ? time.real.since(started.real) : time.fair.since(started.fair)) - limit)
  }
}

extension WaitReport.Entry {
  init(_ expectation: AnyExpectation, _ state: ExpectationState, in ended: EndedWait) {
    let began = ended.wait.started.real
    let isInTime = state.completedAt.map { $0.fair <= ended.verdict.time.fair } ?? false
    self.init(
      description: expectation.title, createdAt: WaitReport.Place(expectation.createdAt),
      requiredCount: state.bounds.lower, allowedCount: state.bounds.upper, fulfillmentCount: state.count,
      fulfillments: state.history.kept.map { WaitReport.Fulfillment($0, in: ended) },
      isComplete: state.bounds.isInverted ? !state.hasExtra : isInTime,
      handlers: isInTime ? nil : expectation.handlers?.description(since: began))
  }

  /// Returns the number of the fulfillment at `offset`. Of very many fulfillments, the middle ones are not kept.
  func number(ofFulfillmentAt offset: Int) -> Int {
    offset < fulfillments.count / 2 ? offset + 1 : fulfillmentCount - (fulfillments.count - 1 - offset)
  }
}

extension WaitReport.Fulfillment {
  init(_ fulfillment: Fulfillment, in ended: EndedWait) {
    self.init(
      time: .nanoseconds(fulfillment.time.real.since(ended.wait.started.real)),
      callSite: fulfillment.site.map(WaitReport.Place.init), thread: "\(fulfillment.thread)",
      isError: fulfillment.isError, lateness: ended.lateness(of: fulfillment).map { .nanoseconds($0) })
  }
}

extension EndedWait {
  /// What the wait itself blocked, which queues did not answer, and for how long the clock stood still.
  fileprivate var facts: [String] {
    guard verdict.hasTimedOut, wait.goal != .nothing else { return [] }
    let remarks = expectations.first.map { Living.remarks(of: $0.host) } ?? []
    return [blocked, stoodStill].compactMap { $0 } + silenceLines + Shortened.lines(remarks, shown: 5, indentation: "")
  }

  private var blocked: String? {
    switch wait.context {
    case _ where wait.blocksMainQueue:
      "this wait blocked the main queue and the main actor: nothing else could run there; use `await`"
    case .task: "this wait blocked a thread of the concurrency pool; use `await`"
    case .queue(let label): "this wait blocked the queue \"\(label)\": if it is serial, nothing else could run there"
    case .mainThread, .mainQueueJob, .thread, .suspended: nil
    }
  }

  /// `5.00 s of 9.62 s did not count: the concurrency pool did not run`
  private var stoodStill: String? {
    guard uncounted >= FairClock.shortestStall else { return nil }
    let queues = stalls.reduce(into: QueueSet()) { $0.formUnion($1.queues) }
    let names = queues.isEmpty ? ["the process"] : queues.names
    let elapsed = Duration.nanoseconds(verdict.time.real.since(wait.started.real))
    let uncounted = DurationText.short(.nanoseconds(uncounted))
    return
      "\(uncounted) of \(DurationText.short(elapsed)) did not count: \(names.joined(separator: " or ")) did not run"
  }

  private var silenceLines: [String] {
    var lines: [String] = []
    for silence in silences {
      let length = verdict.time.real.since(max(silence.since, wait.started.real))
      guard length >= FairClock.shortestStall, let name = silence.queue.names.first else { continue }
      let line = "\(name) did not answer for \(DurationText.short(.nanoseconds(length)))"
      if !lines.contains(where: { $0.hasPrefix(name) }) { lines.append(line) }
    }
    return lines
  }
}
