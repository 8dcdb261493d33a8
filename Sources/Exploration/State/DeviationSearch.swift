/// Enumerates every schedule once, those with the fewest deviations from the order of arrival first.
///
/// A schedule is the choices up to its last deviation. Each schedule that ran has one child for each other candidate of
/// each later choice, so the children of all schedules are all schedules. Call `next` and `add` in turn.
struct DeviationSearch: Equatable, Sendable {
  /// A schedule that ran, and what its children are made of.
  struct Node: Equatable {
    let prefix: [Int]
    /// The choices behind the prefix.
    let choices: [Trace.Choice]
  }

  private let limit: Int
  private let budget: Int
  private(set) var nodes: [Node?] = []
  private var head = 0
  /// The choice behind the prefix, and the candidate, of the next child of the first node.
  private var position = 0
  private var alternative = 1
  /// The history of the parent of the next schedule up to the choice at which they part.
  private var history: UInt64?
  private var hasBegun = false
  /// How many schedules are known: those that ran, and the children of these.
  private(set) var known = 1

  /// - Parameter budget: How many schedules run at most. The search keeps none that could only follow after them.
  init(deviations: Int = .max, budget: Int = .max) { (limit, self.budget) = (deviations, budget) }

  /// The choices of the next schedule; nil when all have run.
  mutating func next() -> [Int]? {
    guard hasBegun else {
      hasBegun = true
      return []
    }
    while head < nodes.count, let node = nodes[head] {
      if let child = nextChild(of: node) { return child }
      nodes[head] = nil
      head += 1
      (position, alternative) = (0, 1)
    }
    return nil
  }

  /// Adds the schedule that `next` returned, with the choices that its run made.
  ///
  /// Returns false if the run did not repeat the steps of its parent up to the choice at which they part.
  mutating func add(_ prefix: [Int], _ trace: Trace) -> Bool {
    if let history {
      guard trace.choices.count >= prefix.count, trace.choices[prefix.count - 1].history == history else {
        return false
      }
    }
    guard prefix.count(where: { $0 > 0 }) < limit, trace.choices.count > prefix.count else { return true }
    let node = Node(prefix: prefix, choices: Array(trace.choices[prefix.count...]))
    if known <= budget { nodes.append(node) }
    known += node.choices.reduce(0) { $0 + $1.count - 1 }
    return true
  }

  private mutating func nextChild(of node: Node) -> [Int]? {
    while position < node.choices.count {
      if alternative < node.choices[position].count {
        defer { alternative += 1 }
        history = node.choices[position].history
        return node.prefix + Array(repeating: 0, count: position) + [alternative]
      }
      (position, alternative) = (position + 1, 1)
    }
    return nil
  }
}
