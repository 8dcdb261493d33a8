/// The recorded events, how many of them are consumed, and the line of waiting calls: one plain value.
///
/// The owner passes events in; `due` names the next demand that can be answered. The state uses no lock, clock, thread
/// or task: the owner tells it whether an answer is in time. Recorded elements never move, so a range of them stays
/// valid.
struct RecorderState<Element, Failure, Target> {
  /// How a recording ended.
  enum End {
    case finished
    indirect case failed(Failure)
  }

  fileprivate struct Demand {
    var key: Int
    var want: RecorderWant
    var target: Target
  }

  private(set) var elements: [Element] = []
  private(set) var end: End?
  /// How many elements have been consumed; they are always the first ones.
  private(set) var consumedCount = 0
  /// How many elements a failure has already shown, and whether a call has received the error: each problem is reported
  /// once.
  private var reportedCount = 0
  private var isErrorTold = false
  private var isDismissed = false
  private var isClosed = false
  private var line: [Demand] = []
  private var answers: [Int: RecorderAnswer] = [:]
  private var lastKey = 0

  var unconsumed: Range<Int> { consumedCount..<elements.count }

  // MARK: Recording

  /// Adds an element. Returns false if the recording has already ended.
  mutating func record(_ element: Element) -> Bool {
    guard !isClosed else { return true }
    guard end == nil else { return false }
    elements.append(element)
    return true
  }

  /// Ends the recording; only the first end counts.
  mutating func end(_ end: End) {
    guard self.end == nil, !isClosed else { return }
    self.end = end
  }

  // MARK: Consuming

  /// Consumes `count` elements, if they are there and no call stands in line.
  mutating func take(_ count: Int) -> Range<Int>? {
    guard line.isEmpty, count >= 0, count <= unconsumed.count else { return nil }
    return consume(count)
  }

  /// Adds a demand to the end of the line. The owner wakes `target` when the demand is answered.
  mutating func demand(_ want: RecorderWant, target: Target) -> Int {
    lastKey += 1
    line.append(Demand(key: lastKey, want: want, target: target))
    return lastKey
  }

  /// Whether a call stands in line.
  var isAwaited: Bool { !line.isEmpty }

  /// The first call in line, if other calls stand behind it; they must not wait behind a call that is over.
  var firstOfSeveral: Target? { line.count > 1 ? line[0].target : nil }

  /// Removes the first call from the line, because its time is over.
  mutating func dropFirst() { line.removeFirst() }

  /// The first call in line, if the recorded events can answer its demand.
  var due: Target? {
    guard let first = line.first, answer(to: first.want) != nil else { return nil }
    return first.target
  }

  /// Answers the demand that is due. A call that gave up before gets nothing; the next in line may then be due.
  mutating func answerDue(isInTime: Bool) {
    let first = line.removeFirst()
    guard isInTime, let answer = answer(to: first.want) else { return }
    answers[first.key] = answer
    switch answer {
    case .elements(let range): consumedCount = range.upperBound
    case .unexpected(let range): reportedCount = max(reportedCount, range.upperBound)
    case .ended(let range, _):
      reportedCount = max(reportedCount, range.upperBound)
      isErrorTold = true
    }
  }

  /// Takes the answer to a demand. If there is none, withdraws the demand and returns nil.
  mutating func conclude(_ key: Int) -> RecorderAnswer? {
    if let answer = answers.removeValue(forKey: key) { return answer }
    line.removeAll { $0.key == key }
    return nil
  }

  /// Notes that a failure shows all unconsumed elements, and returns their range.
  mutating func takeUnreported() -> Range<Int> {
    reportedCount = elements.count
    return unconsumed
  }

  private func answer(to want: RecorderWant) -> RecorderAnswer? {
    if case .elements(let count) = want, count >= 0, unconsumed.count >= count {
      return .elements(consumedCount..<consumedCount + count)
    }
    if !want.isElements, !unconsumed.isEmpty { return .unexpected(unconsumed) }
    return end == nil ? nil : .ended(unconsumed, isUnreported: isErrorUnreported)
  }

  private mutating func consume(_ count: Int) -> Range<Int> {
    defer { consumedCount += count }
    return consumedCount..<consumedCount + count
  }

  /// Whether the recording ended with an error that no call has received.
  private var isErrorUnreported: Bool {
    if case .failed = end { !isErrorTold } else { false }
  }

  // MARK: Leaving

  /// Accepts everything that stays unconsumed, now and later.
  mutating func dismiss() { isDismissed = true }

  /// Accepts no more events. Returns the elements that were neither consumed nor shown, and whether no call received
  /// the error.
  mutating func close() -> (elements: Range<Int>, hasError: Bool) {
    isClosed = true
    guard !isDismissed else { return (elements.count..<elements.count, false) }
    return (max(consumedCount, reportedCount)..<elements.count, isErrorUnreported)
  }
}

/// The demand of a consuming call.
enum RecorderWant: Hashable, Sendable {
  case elements(Int)
  /// The end, with or without an error.
  case end
  /// No event and no error.
  case nothing

  var isElements: Bool {
    if case .elements = self { true } else { false }
  }
}

/// The answer to a consuming call. Ranges are positions among the recorded elements.
enum RecorderAnswer: Hashable, Sendable {
  case elements(Range<Int>)
  /// Unconsumed elements, although the call wanted the end or nothing.
  case unexpected(Range<Int>)
  /// The end, with the elements left before it; `isUnreported` tells whether it is an error that no call has received.
  case ended(Range<Int>, isUnreported: Bool)
}

extension RecorderState: Sendable where Element: Sendable, Failure: Sendable, Target: Sendable {}
extension RecorderState.Demand: Sendable where Target: Sendable {}
extension RecorderState.End: Sendable where Failure: Sendable {}
