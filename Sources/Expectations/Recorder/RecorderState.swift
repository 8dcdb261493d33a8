/// What has been recorded, how much of it has been consumed, and who stands in line for more: one plain value.
///
/// Events go in; `due` says whose demand can be answered. It knows no lock, clock, thread or task: whether an answer is
/// in time is told to it. Recorded elements are never moved, so a range of them stays valid.
struct RecorderState<Element, Failure, Target> {
  /// How a recording came to its end.
  enum End {
    case finished
    case failed(Failure)
  }

  fileprivate struct Demand {
    var key: Int
    var want: RecorderWant
    var target: Target
  }

  private(set) var elements: [Element] = []
  private(set) var end: End?
  /// How many elements have been consumed. They are always the first ones.
  private(set) var consumedCount = 0
  /// How many elements the failure of a call has shown already, and whether a call got the error: each problem is told
  /// once.
  private var toldCount = 0
  private var isErrorTold = false
  private var isDismissed = false
  private var isClosed = false
  private var line: [Demand] = []
  private var answers: [Int: RecorderAnswer] = [:]
  private var lastKey = 0

  var unconsumed: Range<Int> { consumedCount..<elements.count }

  // MARK: Recording

  /// Adds an element. Returns false when the recording has ended before.
  mutating func record(_ element: Element) -> Bool {
    guard !isClosed else { return true }
    guard end == nil else { return false }
    elements.append(element)
    return true
  }

  /// Ends the recording; the first end stands.
  mutating func end(_ end: End) {
    guard self.end == nil, !isClosed else { return }
    self.end = end
  }

  // MARK: Consuming

  /// Takes so many elements if they are there and no call stands in line for them.
  mutating func take(_ count: Int) -> Range<Int>? {
    guard line.isEmpty, count >= 0, count <= unconsumed.count else { return nil }
    return consume(count)
  }

  /// Stands in line. The target is what is woken when the demand is answered.
  mutating func demand(_ want: RecorderWant, target: Target) -> Int {
    lastKey += 1
    line.append(Demand(key: lastKey, want: want, target: target))
    return lastKey
  }

  /// Whether anybody stands in line.
  var isAwaited: Bool { !line.isEmpty }

  /// The first call in line, if another one stands behind it that may wait in vain.
  var firstOfSeveral: Target? { line.count > 1 ? line[0].target : nil }

  /// Sends the first in line away, whose time is over.
  mutating func dropFirst() { line.removeFirst() }

  /// The first in line, if what is there answers its demand.
  var due: Target? {
    guard let first = line.first, answer(to: first.want) != nil else { return nil }
    return first.target
  }

  /// Answers the demand that is due. One that had given up before gets nothing: the next in line is looked at then.
  mutating func answerDue(isInTime: Bool) {
    let first = line.removeFirst()
    guard isInTime, let answer = answer(to: first.want) else { return }
    answers[first.key] = answer
    switch answer {
    case .elements(let range): consumedCount = range.upperBound
    case .inTheWay(let range): toldCount = max(toldCount, range.upperBound)
    case .ended(let range, _):
      toldCount = max(toldCount, range.upperBound)
      isErrorTold = true
    }
  }

  /// Takes the answer to a demand; nil when there is none, and then the demand is withdrawn.
  mutating func conclude(_ key: Int) -> RecorderAnswer? {
    if let answer = answers.removeValue(forKey: key) { return answer }
    line.removeAll { $0.key == key }
    return nil
  }

  /// Notes that a failure shows all that is left, and returns that.
  mutating func tellUnconsumed() -> Range<Int> {
    toldCount = elements.count
    return unconsumed
  }

  private func answer(to want: RecorderWant) -> RecorderAnswer? {
    if case .elements(let count) = want, count >= 0, unconsumed.count >= count {
      return .elements(consumedCount..<consumedCount + count)
    }
    if !want.isElements, !unconsumed.isEmpty { return .inTheWay(unconsumed) }
    return end == nil ? nil : .ended(unconsumed, isNews: isErrorNews)
  }

  private mutating func consume(_ count: Int) -> Range<Int> {
    defer { consumedCount += count }
    return consumedCount..<consumedCount + count
  }

  /// Whether it failed with an error that no call has got.
  private var isErrorNews: Bool {
    if case .failed = end { !isErrorTold } else { false }
  }

  // MARK: Leaving

  /// Lets what is left unconsumed be, now and later.
  mutating func dismiss() { isDismissed = true }

  /// Takes no more. Returns what was neither consumed nor shown, and whether no call got the error.
  mutating func close() -> (elements: Range<Int>, hasError: Bool) {
    isClosed = true
    guard !isDismissed else { return (elements.count..<elements.count, false) }
    return (max(consumedCount, toldCount)..<elements.count, isErrorNews)
  }
}

/// What a consuming call wants next.
enum RecorderWant: Hashable, Sendable {
  case elements(Int)
  /// The end, with an error or without.
  case end
  /// That nothing comes.
  case nothing

  var isElements: Bool {
    if case .elements = self { true } else { false }
  }
}

/// What there was for a consuming call. Ranges are places among the recorded elements.
enum RecorderAnswer: Hashable, Sendable {
  case elements(Range<Int>)
  /// Elements that had not been consumed, where the end or nothing was wanted.
  case inTheWay(Range<Int>)
  /// The end, after fewer elements than were wanted; and whether it is an error that no call had got before.
  case ended(Range<Int>, isNews: Bool)
}

extension RecorderState: Sendable where Element: Sendable, Failure: Sendable, Target: Sendable {}
extension RecorderState.Demand: Sendable where Target: Sendable {}
extension RecorderState.End: Sendable where Failure: Sendable {}
