// Two objects keep each other alive, and nothing else refers to them: the leak sanitizer must report it.
final class Node {
  var other: Node?
}

@inline(never) func leak() {
  let first = Node()
  let second = Node()
  first.other = second
  second.other = first
}

/// Overwrites the stack that `leak` used, so that no stale pointer keeps the nodes reachable.
@inline(never) func wipeStack() -> Int {
  withUnsafeTemporaryAllocation(of: Int.self, capacity: 4_096) { words in
    words.initialize(repeating: 0)
    return words.count
  }
}

for _ in 0..<100 { leak() }
print(wipeStack())
