/// The recorded events, how many of them are consumed, and the demands of the calls that wait for more: a plain value.
///
/// Demands are answered in the order of their calls. An event that came until the deadline of a call answers it, no
/// matter when the call looks. Recorded events never move, so a range of them stays valid.
struct RecorderState<Element> {
  /// How a recording ended.
  enum End {
    case finished
    case failed(any Error)
  }

  /// What one call waits for, and until when.
  struct Demand {
    let goal: RecorderGoal
    let deadline: Instant
    let isInRealTime: Bool

    fileprivate func isOver(at moment: Moment) -> Bool { (isInRealTime ? moment.real : moment.fair) > deadline }
  }

  private(set) var events: [Element] = []
  /// When each event came.
  private(set) var moments: [Moment] = []
  private(set) var end: End?
  private var ended = Moment.never
  /// How many events have been consumed; they are always the first ones.
  private(set) var consumedCount = 0
  /// How many events a failure has already shown, and whether a call has received the error: each problem is reported
  /// once.
  private var reportedCount = 0
  private var isErrorReported = false
  private var isDismissed = false
  private var isClosed = false
  private var demands: [(key: Int, demand: Demand)] = []
  private var answers: [Int: RecorderAnswer] = [:]
  private var lastKey = 0

  var unconsumed: Range<Int> { consumedCount..<events.count }

  // MARK: Recording

  /// Adds an event. Returns false if the recording has already ended. After `close`, it drops the event and returns
  /// true.
  mutating func record(_ event: Element, at moment: Moment) -> Bool {
    guard !isClosed else { return true }
    guard end == nil else { return false }
    events.append(event)
    moments.append(moment)
    return true
  }

  /// Ends the recording; only the first end counts.
  mutating func end(_ end: End, at moment: Moment) {
    guard self.end == nil, !isClosed else { return }
    (self.end, ended) = (end, moment)
  }

  // MARK: Consuming

  /// Consumes `count` events, if they are there and no demand is pending. No events are always there.
  mutating func take(_ count: Int) -> Range<Int>? {
    guard demands.isEmpty || count == 0, count >= 0, count <= unconsumed.count else { return nil }
    defer { consumedCount += count }
    return consumedCount..<consumedCount + count
  }

  /// Adds a demand after the others, and returns its key. One for no events is answered at once.
  mutating func add(_ demand: Demand) -> Int {
    lastKey += 1
    if demand.goal == .events(0) {
      answers[lastKey] = .events(consumedCount..<consumedCount)
    } else {
      demands.append((lastKey, demand))
    }
    return lastKey
  }

  /// Answers the demands in order, up to the first that must still wait. Returns whether it answered any.
  mutating func settle(at now: Moment) -> Bool {
    let count = answers.count
    while let (key, demand) = demands.first {
      if let (answer, came) = answer(to: demand.goal), !demand.isOver(at: came) {
        note(answer)
        answers[key] = answer
      } else if !demand.isOver(at: now) {
        break
      }
      // Of a call whose time is over, the demand may still be here: the others need not wait until it goes.
      demands.removeFirst()
    }
    return answers.count > count
  }

  func isAnswered(_ key: Int) -> Bool { answers[key] != nil }

  /// Takes the answer to a demand. If there is none, withdraws the demand and returns nil.
  mutating func remove(_ key: Int) -> RecorderAnswer? {
    demands.removeAll { $0.key == key }
    return answers.removeValue(forKey: key)
  }

  /// Notes that a failure shows all unconsumed events, and returns their range.
  mutating func takeUnreported() -> Range<Int> {
    reportedCount = events.count
    return unconsumed
  }

  /// The answer to a call, and when it came.
  private func answer(to goal: RecorderGoal) -> (RecorderAnswer, Moment)? {
    switch goal {
    case .events(let count) where unconsumed.count >= count:
      let range = consumedCount..<consumedCount + count
      return (.events(range), range.last.map { moments[$0] } ?? .first)
    case .end, .error, .nothing:
      if let first = unconsumed.first { return (.unexpected(unconsumed), moments[first]) }
    case .events: break
    }
    return end == nil ? nil : (.ended(unconsumed, isUnreported: isErrorUnreported), ended)
  }

  private mutating func note(_ answer: RecorderAnswer) {
    switch answer {
    case .events(let range): consumedCount = range.upperBound
    case .unexpected(let range): reportedCount = max(reportedCount, range.upperBound)
    case .ended(let range, _):
      // A call that throws the error shows no events.
      if case .finished = end { reportedCount = max(reportedCount, range.upperBound) }
      isErrorReported = true
    }
  }

  /// Whether the recording ended with an error that no call has received.
  private var isErrorUnreported: Bool {
    if case .failed = end { !isErrorReported } else { false }
  }

  // MARK: Leaving

  /// Makes `close` report nothing.
  mutating func dismiss() { isDismissed = true }

  /// Accepts no more events. Returns the events that were neither consumed nor shown, and whether there is an error
  /// that no call received; only the first time.
  mutating func close() -> (events: Range<Int>, hasError: Bool) {
    defer { isClosed = true }
    guard !isDismissed, !isClosed else { return (events.count..<events.count, false) }
    return (max(consumedCount, reportedCount)..<events.count, isErrorUnreported)
  }
}

/// What a consuming call waits for.
enum RecorderGoal: Hashable, Sendable {
  case events(Int)
  /// The end. An error is an answer, too, but a failure of the call.
  case end
  /// The end with an error. An end without one is an answer, too, but a failure of the call.
  case error
  /// That no event and no error comes.
  case nothing
}

/// The answer to a consuming call. A range holds indices of recorded events.
enum RecorderAnswer: Hashable, Sendable {
  case events(Range<Int>)
  /// Unconsumed events, although the call waits for the end or for nothing.
  case unexpected(Range<Int>)
  /// The end, with the events left before it; `isUnreported` says whether it is an error that no call has received.
  case ended(Range<Int>, isUnreported: Bool)
}

extension RecorderState: Sendable where Element: Sendable {}
extension RecorderState.End: Sendable {}
