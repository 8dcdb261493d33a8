/// The recorded events, how many of them are consumed, and the demands of the calls that wait for more: a plain value.
///
/// The owner passes events in; `answerableTarget` is the target of the first demand, once the events can answer it:
/// demands are answered in order. The state uses no lock, clock, thread or task: the owner passes in whether an answer
/// is in time. Recorded events never move, so a range of them stays valid.
struct RecorderState<Element, Failure, Target> {
  /// How a recording ended.
  enum End {
    case finished
    indirect case failed(Failure)
  }

  fileprivate struct Demand {
    var key: Int
    var goal: RecorderGoal
    var target: Target
  }

  private(set) var events: [Element] = []
  private(set) var end: End?
  /// How many events have been consumed; they are always the first ones.
  private(set) var consumedCount = 0
  /// How many events a failure has already shown, and whether a call has received the error: each problem is reported
  /// once.
  private var reportedCount = 0
  private var isErrorReported = false
  private var isDismissed = false
  private var isClosed = false
  private var pendingDemands: [Demand] = []
  private var answers: [Int: RecorderAnswer] = [:]
  private var lastKey = 0

  var unconsumed: Range<Int> { consumedCount..<events.count }

  // MARK: Recording

  /// Adds an event. Returns false if the recording has already ended. After `close`, it drops the event and returns
  /// true.
  mutating func record(_ event: Element) -> Bool {
    guard !isClosed else { return true }
    guard end == nil else { return false }
    events.append(event)
    return true
  }

  /// Ends the recording; only the first end counts.
  mutating func end(_ end: End) {
    guard self.end == nil, !isClosed else { return }
    self.end = end
  }

  // MARK: Consuming

  /// Consumes `count` events, if they are there and no demand is pending.
  mutating func take(_ count: Int) -> Range<Int>? {
    guard pendingDemands.isEmpty, count >= 0, count <= unconsumed.count else { return nil }
    return consume(count)
  }

  /// Adds a demand after the others, and returns its key. The owner wakes `target` when the demand is answered.
  mutating func addDemand(for goal: RecorderGoal, target: Target) -> Int {
    lastKey += 1
    pendingDemands.append(Demand(key: lastKey, goal: goal, target: target))
    return lastKey
  }

  var hasPendingDemands: Bool { !pendingDemands.isEmpty }

  /// The target of the first demand, if others are pending behind it. The owner removes that demand if its call is
  /// over; otherwise, the others would wait for it.
  var blockingTarget: Target? { pendingDemands.count > 1 ? pendingDemands[0].target : nil }

  /// Removes the first demand, because the time of its call is over.
  mutating func dropFirstDemand() { pendingDemands.removeFirst() }

  /// The target of the first demand, if the recorded events can answer that demand.
  var answerableTarget: Target? {
    guard let first = pendingDemands.first, answer(to: first.goal) != nil else { return nil }
    return first.target
  }

  /// Answers the first demand, if its call has not given up. The events may then answer the next demand.
  mutating func answerFirstDemand(isInTime: Bool) {
    let first = pendingDemands.removeFirst()
    guard isInTime, let answer = answer(to: first.goal) else { return }
    answers[first.key] = answer
    switch answer {
    case .events(let range): consumedCount = range.upperBound
    case .unexpected(let range): reportedCount = max(reportedCount, range.upperBound)
    case .ended(let range, _):
      reportedCount = max(reportedCount, range.upperBound)
      isErrorReported = true
    }
  }

  /// Takes the answer to a demand. If there is none, withdraws the demand and returns nil.
  mutating func removeDemand(_ key: Int) -> RecorderAnswer? {
    if let answer = answers.removeValue(forKey: key) { return answer }
    pendingDemands.removeAll { $0.key == key }
    return nil
  }

  /// Notes that a failure shows all unconsumed events, and returns their range.
  mutating func takeUnreported() -> Range<Int> {
    reportedCount = events.count
    return unconsumed
  }

  private func answer(to goal: RecorderGoal) -> RecorderAnswer? {
    if case .events(let count) = goal, count >= 0, unconsumed.count >= count {
      return .events(consumedCount..<consumedCount + count)
    }
    if !goal.isEvents, !unconsumed.isEmpty { return .unexpected(unconsumed) }
    return end == nil ? nil : .ended(unconsumed, isUnreported: isErrorUnreported)
  }

  private mutating func consume(_ count: Int) -> Range<Int> {
    defer { consumedCount += count }
    return consumedCount..<consumedCount + count
  }

  /// Whether the recording ended with an error that no call has received.
  private var isErrorUnreported: Bool {
    if case .failed = end { !isErrorReported } else { false }
  }

  // MARK: Leaving

  /// Makes `close` report nothing.
  mutating func dismiss() { isDismissed = true }

  /// Accepts no more events. Returns the events that were neither consumed nor shown, and whether there is an error
  /// that no call received.
  mutating func close() -> (events: Range<Int>, hasError: Bool) {
    isClosed = true
    guard !isDismissed else { return (events.count..<events.count, false) }
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

  fileprivate var isEvents: Bool {
    if case .events = self { true } else { false }
  }
}

/// The answer to a consuming call. A range holds indices of recorded events.
enum RecorderAnswer: Hashable, Sendable {
  case events(Range<Int>)
  /// Unconsumed events, although the call waits for the end or for nothing.
  case unexpected(Range<Int>)
  /// The end, with the events left before it; `isUnreported` says whether it is an error that no call has received.
  case ended(Range<Int>, isUnreported: Bool)
}

extension RecorderState: Sendable where Element: Sendable, Failure: Sendable, Target: Sendable {}
extension RecorderState.Demand: Sendable where Target: Sendable {}
extension RecorderState.End: Sendable where Failure: Sendable {}
