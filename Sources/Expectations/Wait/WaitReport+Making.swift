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
    guard !isInTime(fulfillment.time) else { return nil }
    let lateness = wait.lateness(of: fulfillment.time)
    return lateness > 0 || verdict.hasTimedOut ? lateness : nil
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
    let isInTime = state.completedAt.map(ended.isInTime) ?? false
    let isSpoiled = [state.extra?.fulfillment.time, state.failedAt].contains { $0.map(ended.isInTime) ?? false }
    self.init(
      description: expectation.title, createdAt: WaitReport.Place(expectation.createdAt),
      requiredCount: state.bounds.lower, allowedCount: state.bounds.upper, fulfillmentCount: state.count,
      fulfillments: state.history.kept.map { WaitReport.Fulfillment($0, in: ended) },
      isComplete: state.bounds.isInverted ? !isSpoiled : isInTime,
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
    case _ where wait.blocksMainQueue && !wait.isAroundAnother:
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
    let facts = WaitFacts(
      number: 0, kind: .all, parts: [.init(description: description)], site: site, began: Instant.now().nanoseconds,
      limit: 0, isBlocking: false)
    let (own, others) = facts.observed
    return own + [others].compactMap { $0 }
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
  /// The lines of the observer for a wait whose time is over, and what closes its text: how to see more, and what
  /// belongs to other tests. Nothing if its test does not want it explained.
  ///
  /// `expectations-trace` knows this function by its name, and ends the path of a test where it is called first.
  func explanation(in host: any TestHost) -> (lines: [String], closing: [String]) {
    guard !host.onlyCollects else { return ([], []) }
    let (own, others) = observed
    return (own, [advice, others].compactMap { $0 })
  }

  /// It may take longer than a step of an exploration may.
  fileprivate var observed: (own: [String], others: String?) {
    guard let observer = RunObservers.current else { return ([], nil) }
    return ControlledTime.outsideSteps { observer.lines(for: self) }
  }

  /// How to see the path of the test, once in a run.
  private var advice: String? {
    #if os(Linux)
      // The expectation may be that of another test.
      guard let name = (TestHosts.current.testName ?? test).map(Self.withoutLabels), !name.isEmpty,
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

  /// A name without its argument labels. A raw identifier may have parentheses of its own.
  static func withoutLabels(_ name: String) -> Substring {
    name[..<(name[(name.lastIndex(of: "`") ?? name.startIndex)...].firstIndex(of: "(") ?? name.endIndex)]
  }

  /// A name as a shell takes it: a raw identifier has characters that mean something there.
  static func quoted(_ name: Substring) -> String {
    let isPlain = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
    return isPlain ? String(name) : "'\(name.replacing("'", with: #"'\''"#))'"
  }
}
