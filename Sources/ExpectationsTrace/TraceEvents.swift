/// A record of code in the user's files.
struct TraceEvent {
  var edge: Int
  /// Nanoseconds since the beginning of the path.
  var time: UInt64
  /// The number of the task or thread.
  var runner: Int
  var block: TracedCode.Block
}

// The calls of functions that events belong to, as far as edges show them.
extension [TraceEvent] {
  /// Returns an event of the call at this index, and one of each call around it that went on later, innermost first.
  func open(at index: Int) -> [Int] {
    var open = [index]
    var later: Set = [self[index].block.function]
    for next in indices.dropFirst(index) where self[next].runner == self[index].runner {
      if later.insert(self[next].block.function).inserted, !self[next].block.isEntry { open.append(next) }
    }
    return open
  }

  /// Returns where a call would have gone on: the lines that it did not reach; if it reached all, those of which it
  /// left a part out.
  func notTaken(at index: Int, _ code: TracedCode) -> [TracedCode.Lines] {
    let (function, line) = (self[index].block.function, self[index].block.lines.last ?? 0)
    let ran = edges(ofCallAt: index)
    let blocks = code.blocks.filter { $0.value.function == function }
    let left = blocks.filter { !ran.contains($0.key) }.values
    let reached = Set(blocks.filter { ran.contains($0.key) }.flatMap(\.value.lines))
    let missed = Set(left.flatMap(\.lines)).subtracting(reached)
    let partly = left.filter(code.isUnmetCondition).flatMap(\.lines)
    let ranges = code.ranges(of: missed.isEmpty ? Set(partly) : missed, in: function)
    return ranges.filter { $0.first >= line } + ranges.filter { $0.first < line }
  }

  private func edges(ofCallAt index: Int) -> Set<Int> {
    let own = indices.filter {
      self[$0].runner == self[index].runner && self[$0].block.function == self[index].block.function
    }
    let first = own.last { $0 <= index && self[$0].block.isEntry } ?? 0
    let end = own.first { $0 > index && self[$0].block.isEntry } ?? count
    return Set(own.filter { (first..<end).contains($0) }.map { self[$0].edge })
  }
}
