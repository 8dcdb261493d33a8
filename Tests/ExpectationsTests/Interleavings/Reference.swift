@testable import Expectations

/// The verdict of one wait as its definition has it: from all that happened, after it is over, without a machine.
struct Reference {
  /// What happened to one expectation, in order.
  struct Log: Hashable {
    var bounds: FulfillmentCount
    private(set) var times: [Moment] = []
    private var errors: [Bool] = []

    init(bounds: FulfillmentCount) { self.bounds = bounds }

    mutating func append(_ time: Moment, isError: Bool) {
      times.append(time)
      errors.append(isError)
    }

    private var allowed: ArraySlice<Int> { Array(times.indices).prefix(bounds.upper) }

    var failedAt: Moment? { allowed.first { errors[$0] }.map { times[$0] } }

    /// It is complete with the fulfillment that makes it enough, unless an error came first.
    var completedAt: Moment? {
      guard bounds.lower > 0, times.count >= bounds.lower else { return nil }
      let time = times[bounds.lower - 1]
      if let failedAt, failedAt.fair <= time.fair { return nil }
      return time
    }

    var extraAt: Moment? { times.count > bounds.upper ? times[bounds.upper] : nil }
  }

  /// Something that can decide the wait, in the order in which it came.
  private enum Event {
    case completed(Int)
    case failed(Int)
    case forbidden(Int)
    case cancelled, timeUp, interrupted
  }

  var terms: Scenario.Wait
  var started: Moment
  /// Of each position of the wait.
  var logs: [Log]
  var cancelledAt: Moment?
  var timeUpAt: Moment?
  /// When the time of the wait around it was over.
  var outerEndedAt: Moment?
  var foundInRealTimeAt: Instant?

  private var wanted: [Int] { logs.indices.filter { !logs[$0].bounds.isInverted && isFirst($0) } }
  private var inverted: [Int] { logs.indices.filter { logs[$0].bounds.isInverted } }

  private func isFirst(_ position: Int) -> Bool { terms.members.firstIndex(of: terms.members[position]) == position }

  /// The verdicts that are right: more than one where two of them come at the same instant.
  func verdicts() -> [Verdict.Kind] {
    if let atOnce = verdictAtOnce() { return [atOnce] }
    var done = wanted.filter { isBefore(logs[$0].completedAt) }
    for (time, event) in events() {
      if let late = verdictOfTime(at: time, done) {
        // The wait around it may have ended at the same check.
        if case .interrupted = event { return [late, .interrupted] }
        return [late]
      }
      switch event {
      case .cancelled: return [.cancelled]
      case .interrupted: return [.interrupted]
      case .timeUp: return [verdictWhenTimeIsUp(done)]
      case .forbidden(let position): return [.forbidden(position)]
      case .failed(let position): return [.failed(position)]
      case .completed(let position):
        let next = wanted.first { !done.contains($0) }!
        done.append(position)
        if terms.rule == .any { return [.completed(first: position)] }
        if terms.rule == .allInOrder, next != position { return [.outOfOrder(early: position, awaited: next)] }
        if done.count == wanted.count, inverted.isEmpty || isWindowOver(at: time) { return [.completed(first: nil)] }
      }
    }
    return [verdictOfTime(at: Moment(fair: .never, real: .never), done)].compactMap { $0 }
  }

  private func isBefore(_ time: Moment?) -> Bool { time.map { $0.fair < started.fair } ?? false }

  private func verdictAtOnce() -> Verdict.Kind? {
    if let position = inverted.first(where: { isBefore(logs[$0].extraAt) }) { return .forbidden(position) }
    let done = wanted.filter { isBefore(logs[$0].completedAt) }
    let first = done.min { logs[$0].completedAt!.fair < logs[$1].completedAt!.fair }
    let failed = wanted.filter { isBefore(logs[$0].failedAt) }.min { logs[$0].failedAt!.fair < logs[$1].failedAt!.fair }
    if terms.rule == .any, let first, failed.map({ logs[first].completedAt!.fair < logs[$0].failedAt!.fair }) ?? true {
      return .completed(first: first)
    }
    if let failed { return .failed(failed) }
    if terms.rule == .allInOrder {
      for (index, position) in wanted.enumerated() where done.contains(position) {
        let earlier = wanted[..<index]
        if let missing = earlier.first(where: { !done.contains($0) }) {
          return .outOfOrder(early: position, awaited: missing)
        }
        if let last = earlier.last, logs[position].completedAt!.fair < logs[last].completedAt!.fair {
          return .outOfOrder(early: position, awaited: last)
        }
      }
    }
    if terms.rule != .any, done.count == wanted.count, inverted.isEmpty { return .completed(first: nil) }
    if let outerEndedAt, outerEndedAt.fair < started.fair { return .interrupted }
    if terms.rule == .any, !inverted.isEmpty, terms.window <= 0 { return .completed(first: inverted[0]) }
    if done.count < wanted.count || terms.rule == .any { return terms.limit <= 0 ? .timedOut : nil }
    return terms.window <= 0 ? .completed(first: nil) : nil
  }

  private func events() -> [(Moment, Event)] {
    var events: [(Moment, Event)] = []
    for position in wanted {
      if let time = logs[position].completedAt { events.append((time, .completed(position))) }
      if let time = logs[position].failedAt { events.append((time, .failed(position))) }
    }
    for position in inverted { if let time = logs[position].extraAt { events.append((time, .forbidden(position))) } }
    if let cancelledAt { events.append((cancelledAt, .cancelled)) }
    if let timeUpAt { events.append((timeUpAt, .timeUp)) }
    // Time counts before what comes at the same instant.
    if let outerEndedAt { events.insert((outerEndedAt, .interrupted), at: 0) }
    return events.filter { $0.0.fair > started.fair }.sorted { $0.0.fair < $1.0.fair }
  }

  private func isWindowOver(at time: Moment) -> Bool { time.real > started.real.advanced(by: terms.window) }

  private func isLate(at time: Moment) -> Bool {
    if terms.pause != .max, time.real > started.real.advanced(by: terms.pause) { return true }
    let isReal = terms.isInRealTime || foundInRealTimeAt.map { $0 < time.real } ?? false
    return isReal
      ? time.real > started.real.advanced(by: terms.limit) : time.fair > started.fair.advanced(by: terms.limit)
  }

  private func verdictOfTime(at time: Moment, _ done: [Int]) -> Verdict.Kind? {
    let isOver = !inverted.isEmpty && isWindowOver(at: time)
    if terms.rule == .any { return isOver ? .completed(first: inverted[0]) : isLate(at: time) ? .timedOut : nil }
    if done.count < wanted.count { return isLate(at: time) ? .timedOut : nil }
    return isOver ? .completed(first: nil) : nil
  }

  private func verdictWhenTimeIsUp(_ done: [Int]) -> Verdict.Kind {
    if terms.rule == .any { return inverted.first.map { .completed(first: $0) } ?? .timedOut }
    return done.count < wanted.count ? .timedOut : .completed(first: nil)
  }
}
