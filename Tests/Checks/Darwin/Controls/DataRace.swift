// noticed: error: sending value of non-Sendable type .* risks causing data races
// The compiler finds this in SIL, not in the type checker.
import Dispatch

final class Box { var value = 0 }

func race() {
  let box = Box()
  Task.detached { box.value += 1 }
  box.value += 1
}
