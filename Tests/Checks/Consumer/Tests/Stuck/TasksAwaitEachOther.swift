// # Two tasks await each other
//
// Each one needs the value of the other.
import Expectations
import Synchronization
import Testing

// [code]
final class Tasks: Sendable {
  let second = Mutex<Task<Void, Never>?>(nil)

  var other: Task<Void, Never>? { second.withLock { $0 } }
}

@Test func tasksAwaitEachOther() async {
  let tasks = Tasks()
  let merged = Expectation("merged")
  let first = Task {
    while tasks.other == nil { await Task.yield() }
    await tasks.other?.value
    merged.fulfill()
  }
  let second = Task {
    await first.value
  }
  tasks.second.withLock { $0 = second }
  await merged.wait(timeout: .milliseconds(300))
}
