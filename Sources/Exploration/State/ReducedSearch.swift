import Expectations

/// Runs one schedule of all those that differ only in the order of steps that commute.
///
/// It begins with the order of arrival. For each two steps of a schedule that did not commute and could have come in
/// the other order, it runs a schedule in which they do, unless one that has run has them so. When no such pair is
/// left, each order has run (the races of dynamic partial order reduction: Flanagan and Godefroid, 2005). Call `next`
/// and `add` in turn.
struct ReducedSearch: Equatable, Sendable {
  private var waiting: [StepOrder.Reversal] = []
  private var head = 0
  private var current = StepOrder.Reversal()
  private var hasBegun = false
  private var requested: Set<UInt64> = []
  /// The orders that each step has been a part of, by the number of the step.
  private var ordersOfStep: [UInt64: [Int32]] = [:]
  private var known: Set<UInt64> = []
  private let budget: Int

  /// How many different orders have run.
  private(set) var orderCount = 0
  /// Whether there is an order that has not run, and will not.
  private(set) var leavesOut = false

  /// How often two steps of the same two strands have not come in the other order, although they could have.
  var notReversed: [[Int]: Int] {
    waiting[head...].reduce(into: [:]) { counts, reversal in
      if !hasRun(reversal) { counts[reversal.pair, default: 0] += 1 }
    }
  }

  /// - Parameter budget: How many schedules run at most. What could only follow after them is not kept.
  init(budget: Int = .max) { self.budget = budget }

  /// The strands of the first steps of the next schedule, behind which it goes on in the order of arrival; nil when
  /// each order has run.
  mutating func next() -> [Int]? {
    guard hasBegun else {
      hasBegun = true
      return []
    }
    while head < waiting.count {
      current = waiting[head]
      waiting[head] = StepOrder.Reversal()
      head += 1
      if !hasRun(current) { return current.strands }
    }
    return nil
  }

  /// Adds the steps of the schedule that `next` returned.
  ///
  /// Returns false if the steps that it was to begin with did not do what they did in another order.
  mutating func add(_ steps: [FootprintStep]) -> Bool {
    let order = StepOrder(steps)
    guard Set(current.otherEnds).isSubset(of: order.numbers) else { return false }
    guard known.insert(StepOrder.number(of: order.numbers)).inserted else { return true }
    for number in order.numbers { ordersOfStep[number, default: []].append(Int32(orderCount)) }
    orderCount += 1
    for race in order.races { request(order.reversal(race)) }
    return true
  }

  private mutating func request(_ reversal: StepOrder.Reversal) {
    guard requested.insert(reversal.number).inserted, !hasRun(reversal) else { return }
    if waiting.count - head < budget { waiting.append(reversal) } else { leavesOut = true }
  }

  /// Whether an order that has run begins with the steps of this one.
  private func hasRun(_ reversal: StepOrder.Reversal) -> Bool {
    let lists = (reversal.otherEnds + [reversal.last]).map { ordersOfStep[$0] ?? [] }.sorted { $0.count < $1.count }
    guard let shortest = lists.first else { return false }
    return shortest.contains { order in lists.dropFirst().allSatisfy { $0.containsInOrder(order) } }
  }
}

extension [Int32] {
  /// Whether the array, which is in ascending order, has a number.
  fileprivate func containsInOrder(_ number: Int32) -> Bool {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low < endIndex && self[low] == number
  }
}
