/// Enumerates every schedule once, those with the fewest deviations from the order of arrival first.
///
/// A schedule is the choices up to its last deviation. Each schedule that ran has one child for each other candidate of
/// each later choice, so the children of all schedules are all schedules. Call `next` and `add` in turn.
struct DeviationSearch: Equatable, Sendable {
  /// A schedule that ran, and what its children are made of.
  private struct Node: Equatable {
    let prefix: [Int]
    let counts: [Int]
    let depth: Int
  }

  private let limit: Int
  private var nodes: [Node?] = []
  private var head = 0
  /// The choice and the candidate of the next child of the first node.
  private var position = 0
  private var alternative = 1
  private var depthOfNext = 0
  private var hasBegun = false

  /// Makes a search for schedules with at most `deviations` deviations.
  init(deviations: Int = .max) { limit = deviations }

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
  mutating func add(_ prefix: [Int], _ trace: Trace) {
    defer { depthOfNext = 0 }
    guard depthOfNext < limit, trace.choices.count > prefix.count else { return }
    nodes.append(Node(prefix: prefix, counts: trace.choices.map(\.count), depth: depthOfNext))
  }

  private mutating func nextChild(of node: Node) -> [Int]? {
    position = max(position, node.prefix.count)
    while position < node.counts.count {
      if alternative < node.counts[position] {
        defer { alternative += 1 }
        depthOfNext = node.depth + 1
        let zeros = Array(repeating: 0, count: position - node.prefix.count)
        return node.prefix + zeros + [alternative]
      }
      position += 1
      alternative = 1
    }
    return nil
  }
}
