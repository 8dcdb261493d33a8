// # A task waits for one that blocks its thread
//
// The semaphore inside the other task is not signaled.
import Dispatch
import Expectations
import Testing

// [code]
@Test func taskOfABlockedTask() async {
  let gate = DispatchSemaphore(value: 0)
  let loaded = Expectation("loaded")
  let download = Task {
    block(gate)
  }
  Task {
    await download.value
    loaded.fulfill()
  }
  await loaded.wait(timeout: .milliseconds(300))
}

func block(_ gate: DispatchSemaphore) {
  gate.wait()
}
